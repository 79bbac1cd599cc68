import Foundation
import Sluice
import SluiceMonitor
import SluiceSocket
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// `record` in systems in which each call that opens or writes fails once, or from then on.
@Suite(.inTurn, .unsanitized)
struct RecordFaultTests {
  private struct Count: Encodable, Sendable {
    var count = 0
  }

  private struct Add: EncodableAction {}

  /// The numbers of the commits in a session file.
  private static func numbers(in path: String) -> [Int] {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      guard case .commit(let commit)? = try? WireEnvelope(line: Array(line.utf8)[...]).record else {
        return nil
      }
      return commit.number
    }
  }

  @Test func `with any failing call, the file's records are whole, and one error says why it ends`()
    throws
  {
    let failures = try FaultySystem.forEachFault(of: [.open, .write]) { system, fault in
      let socket = try TestSocket()
      let path = socket.directory + "/x.session"
      let page = socket.directory + "/x.html"
      var settings = Settings()
      settings.command = .record
      settings.arguments = [path]
      settings.endpoint = "unix:\(socket.path)"
      settings.page = page
      let interruption = try Interruption()
      let result = Guarded<Result<Void, any Error>?>(nil)
      let isDone = Gate()
      Thread.detachNewThread { [settings] in
        let command = RecordCommand(
          settings: settings,
          interruption: interruption,
          world: World(system.calls)
        )
        let ended = Result<Void, any Error> { try command.run() }
        result.withLock { $0 = ended }
        isDone.open()
      }
      let store = Store(
        initialState: Count(),
        reducers: [Reducer(ReduceOn(Add.self) { state, _ in state.count += 1 })]
      )
      let interceptor = ExplorerInterceptor<Count>(endpoint: settings.endpoint)
      store.register(interceptor: interceptor)
      func hasEnded() -> Bool { result.withLock { $0 != nil } }
      // What was committed before isn't recorded.
      awaiting("the connection, after \(fault)") {
        while !interceptor.endpoint.isConnected, !hasEnded() { usleep(1_000) }
      }
      store.dispatch(action: Add())
      store.dispatch(action: Add())
      awaiting("the second commit in the file, after \(fault)") {
        while Self.numbers(in: path) != [1, 2], !hasEnded() { usleep(1_000) }
      }
      interruption.request()
      isDone.wait()
      switch result.withLock({ $0 }) {
      case .success?:
        #expect(!system.hasFailed || fault.isUnnoticed, "\(fault) was not noticed.")
        #expect(Self.numbers(in: path) == [1, 2], "\(fault)")
      case .failure(let error as ExplorerError)?:
        #expect(system.hasFailed && !fault.isUnnoticed, "\(fault): \(error)")
        #expect(error.message?.contains("\(fault.code)") == true, "\(fault): \(error)")
        #expect(Self.numbers(in: path) == Array([1, 2].prefix(Self.numbers(in: path).count)))
        if !fault.isLasting, fault.call == .write, Self.numbers(in: path) != [1, 2] {
          let text = try String(contentsOfFile: page, encoding: .utf8)
          #expect(text.contains("</html>"), "The page of what was recorded, \(fault)")
        }
      case let other: Issue.record("\(fault): \(String(describing: other))")
      }
    }
    #expect(failures > 10)
  }
}
