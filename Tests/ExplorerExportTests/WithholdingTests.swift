import Foundation
import Sluice
import SluiceMonitor
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What a program redacted is in no export.
@Suite(.inTurn)
struct WithholdingTests {
  private struct Account: Encodable, Sendable {
    var name = ""
    var password = ""
    var cards: [String: String] = [:]
  }

  private struct LogIn: EncodableAction {
    let name: String
    let password: String
  }

  @Test func `what is redacted is in no form`() throws {
    let secret = "hunter-\(UInt64.random(in: 0 ... .max))"
    let path = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID()).session")
      .path(percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = Store(initialState: Account())
    store.register(
      reducer: Reducer(
        ReduceOn(LogIn.self) { state, action in
          state.name = action.name
          state.password = action.password
          state.cards["cardNumber"] = action.password
        }
      )
    )
    let interceptor = ExplorerInterceptor<Account>(name: "Shop", endpoint: "file:" + path)
    store.register(interceptor: interceptor)
    store.dispatch(action: LogIn(name: "Ada", password: secret))
    _ = interceptor.flush(timeout: .seconds(20))

    let player = SessionPlayer(
      try InputFile(at: path),
      longestRecord: 1 << 20,
      pace: ReplayPace(speed: nil)
    )
    var session = ExportedSession()
    while let events = try player.turn(alsoWaitingFor: []) {
      for event in events { session.take(event) }
    }
    let collected = Collected()
    SessionPage(session).write { collected.take($0) }
    ReduxDevToolsFile(history: try session.onlyStore(in: path).history)
      .write { collected.take($0) }
    ChromeTrace(stores: session.stores).write { collected.take($0) }
    #expect(collected.text.contains("Ada"))
    #expect(collected.text.contains("redacted"))
    #expect(!collected.text.contains(secret))
  }
}
