import SluiceSocket
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The exports in systems in which each call fails once, or from then on.
@Suite(.inTurn, .unsanitized) struct ExportFaultTests {
  @Test(arguments: ExportFormat.all.map(\.name))
  func `with any failing call, an export is whole, or an error says that it isn't`(
    name: String
  ) throws {
    let files = try SessionFiles()
    let session = RandomSession(seed: 4, commits: 5, hasGaps: false)
    let path = try files.write([.hello("A")] + session.records)
    let format = try #require(ExportFormat.named(name))
    var settings = Settings()
    settings.command = .export
    settings.arguments = [path]
    settings.exportFormat = format
    let output = Guarded<[UInt8]>([])
    var base = SystemCalls.system
    unsafe base.write = { _, bytes, count in
      let bytes = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
      output.withLock { output in unsafe output.append(contentsOf: bytes) }
      return count
    }
    base.poll = { entries, _ in
      entries[0].revents = Int16(POLLOUT)
      return 1
    }
    func export(_ calls: SystemCalls) throws -> [UInt8] {
      output.withLock { $0 = [] }
      try format.write(
        ExportCommand(settings: settings, interruption: try Interruption(), calls: calls)
      )
      return output.withLock { $0 }
    }
    let expected = try export(base)
    let failures = try FaultySystem.forEachFault(of: [.open, .read, .write, .poll], in: base) {
      (system, fault) in
      do {
        let found = try export(system.calls)
        #expect(found == expected, "\(fault)")
        #expect(!system.hasFailed || fault.isUnnoticed, "\(fault) was not noticed.")
      } catch let error as ExplorerError {
        #expect(system.hasFailed && !fault.isUnnoticed, "\(fault): \(error)")
        #expect(error.exitCode != .success, "\(fault)")
        let message = error.message ?? ""
        #expect(message.contains(fault.reason), "\(fault): \(message)")
        #expect(expected.starts(with: output.withLock { $0 }), "\(fault)")
      }
    }
    #expect(failures > 8)
  }
}
