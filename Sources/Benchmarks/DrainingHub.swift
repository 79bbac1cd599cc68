import Foundation
import SluiceSocket
import Synchronization

/// An Explorer that reads everything and shows nothing, on a separate thread.
final class DrainingHub: Sendable {
  private let directory: String
  private let shared = Shared()

  private final class Shared: Sendable {
    let isOver = Atomic<Bool>(false)
    let bytes = Tally()
    let thread = DispatchGroup()
  }

  init() throws {
    directory = NSTemporaryDirectory() + "/sluice-benchmarks-\(UInt32.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(
      atPath: directory,
      withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700]
    )
    let endpoint = try Endpoint(parsing: "unix:\(directory)/explorer.sock")
    shared.thread.enter()
    Thread.detachNewThread { [shared] in
      defer { shared.thread.leave() }
      do {
        try Self.drain(Listener(at: endpoint), shared)
      } catch {
        // The caller that waits for a connection reports that there is none.
      }
    }
  }

  deinit {
    shared.isOver.store(true, ordering: .releasing)
    shared.thread.wait()
    try? FileManager.default.removeItem(atPath: directory)
  }

  var address: String { "unix:\(directory)/explorer.sock" }
  var bytes: Int { shared.bytes.count }

  private static func drain(_ listener: Listener, _ shared: Shared) throws {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var program: (any ByteStream)?
    var poller = Poller()
    while !shared.isOver.load(ordering: .acquiring) {
      poller.removeAll()
      poller.add(program?.descriptor ?? listener.descriptor, for: .reading)
      guard try poller.wait(timeout: .milliseconds(50)) > 0 else { continue }
      if let connection = program {
        switch try connection.read(into: &buffer) {
        case .bytes(let count): shared.bytes.add(count)
        case .nothing: continue
        case .end: program = nil
        }
      } else if case .connection(let connection) = try listener.accept() {
        program = connection
      }
    }
  }
}
