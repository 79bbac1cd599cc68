import Foundation
import Sluice
import SluiceMonitor
import SluiceTree
import SluiceWire
import TestSupport
import Testing

/// Everything that is written or sent is searched for secrets, byte by byte.
@Suite(.inTurn, .serialized)
struct SecrecyTests {
  /// Each holds this, in whatever form it is sent.
  static let marker = "hunter2"

  struct Vault: Codable, Equatable {
    var password = "hunter2-a"
    var accessTokens = ["one": "hunter2-b"]
    var headers: [Header: String] = [.authorization: "Bearer hunter2-c"]
    var keys = Keys()
    var cards = [Card(), Card()]
    var blob = Data("hunter2-d".utf8)
    var notes = ["free text hunter2-e"]
    var settings = ["api.host": "hunter2-f"]
    var history: [String] = []
    var count = 0
  }

  enum Header: String, Codable { case authorization, accept }
  struct Keys: Codable, Equatable {
    var nested = ["apiKey": "hunter2-g", "secretKey2": "hunter2-h"]
  }
  struct Card: Codable, Equatable {
    var holder = "Ada"
    var digits = "hunter2-i"
  }

  struct SetPassword: EncodableAction { let value: String }
  struct Login: EncodableAction {
    let user: String
    let secret: String
  }
  struct Hidden: EncodableAction { let anything: String }
  struct Changed: EncodableAction { let text: String }
  enum Reflected: Action {
    case token(String)
    case pair(password: String, user: String)
  }
  struct Broken: Error, CustomStringConvertible {
    var description: String { "refused for \(SecrecyTests.marker)" }
  }
  struct Plain: Error { let password = "hunter2-k" }

  static let redaction: Redaction = ["**.digits", "blob", ["settings", "api.host"], "history[*]"]

  private static func interceptor(_ endpoint: String) -> ExplorerInterceptor<Vault> {
    ExplorerInterceptor(name: "Vault", endpoint: endpoint) {
      $0.isEnabled = true
      $0.redaction = redaction
      $0.filter = { !($0 is Hidden) }
      $0.transformAction = { ($0 as? Changed).map { _ in Changed(text: "left out") } ?? $0 }
      $0.transformState = { state in
        var state = state
        state.notes = ["\(state.notes.count) notes"]
        return state
      }
      $0.describeError = { "\(type(of: $0))" }
    }
  }

  private static func run(
    _ explorer: ExplorerInterceptor<Vault>,
    isAwaited: Bool = true
  ) async throws {
    let store = Store(
      initialState: Vault(),
      reducers: [
        Reducer { (state: inout Vault, action) in
          state.count += 1
          state.password = "hunter2-\(state.count)"
          state.accessTokens["key\(state.count)"] = "hunter2"
          state.notes.append("hunter2")
          state.history.append("hunter2-\(state.count)")
          state.cards.append(Card())
          state.keys.nested["apiKey"] = "hunter2-\(state.count)"
        }
      ]
    )
    store.register(effect: Effect.on(Login.self) { _, _ in throw Broken() }, id: "broken")
    store.register(effect: Effect.on(SetPassword.self) { _, _ in throw Plain() }, id: "plain")
    store.register(interceptor: explorer)
    // What happens before is sent without changes, and effects are not sent at all.
    if isAwaited { try wait(for: "the connection") { explorer.endpoint.isConnected } }
    store.dispatch(action: SetPassword(value: "hunter2"))
    store.dispatch(action: Login(user: "ada", secret: "hunter2"))
    store.dispatch(action: Hidden(anything: "hunter2"))
    store.dispatch(action: Changed(text: "hunter2"))
    store.dispatch(action: Reflected.token("hunter2"))
    store.dispatch(action: Reflected.pair(password: "hunter2", user: "ada"))
    await store.idle()
    explorer.flush(timeout: patience)
  }

  /// The marker as text, and where base 64 would put it.
  private static func expectNoSecret(in bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.contains(marker))
    for shift in 0..<3 {
      let padded = [UInt8](repeating: 0, count: shift) + Array(marker.utf8)
      let encoded = Data(padded).base64EncodedString().dropFirst(4).dropLast(4)
      #expect(!text.contains(encoded))
    }
  }

  @Test func `what is sent over the socket holds no secret`() async throws {
    let hub = try TestHub()
    let explorer = Self.interceptor(hub.address)
    let task = Task { try await Self.run(explorer) }
    let peer = try hub.accept()
    let records = try peer.records(throughCommit: 6)
    try await task.value
    let commits = records.compactMap { record in
      if case .commit(let commit) = record { commit } else { nil }
    }
    // All but the hidden one, whose changes come with the next.
    #expect(commits.map(\.number) == [1, 2, 4, 5, 6])
    #expect(commits.map(\.count) == [1, 1, 2, 1, 1])
    #expect(commits[2].action.payload == ["text": "left out"])
    #expect(commits[0].action.payload == .redacted)
    Self.expectNoSecret(in: peer.bytes)
  }

  @Test func `what is written to a file holds no secret, and is a whole stream`() async throws {
    let path = "/tmp/sluice-secrets-\(UInt32.random(in: 0 ... .max)).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await Self.run(Self.interceptor("file:\(path)"))
    var bytes: [UInt8] = []
    // The store was freed; its interceptor's thread says goodbye.
    try wait(for: "the end of the recording") {
      bytes = (try? Data(contentsOf: URL(fileURLWithPath: path))).map(Array.init) ?? []
      return String(decoding: bytes, as: UTF8.self).contains(#""type":"bye""#)
    }
    Self.expectNoSecret(in: bytes)
    let records = try bytes.split(separator: 10).map { try WireRecord(line: $0) }
    guard case .hello(let hello) = records.first else {
      Issue.record("The recording does not begin with hello.")
      return
    }
    #expect(hello.name == "Vault")
    #expect(records.map(\.type).contains("effect"))
    var replica = Replica()
    try replica.apply(records)
    #expect(replica.number == 6)
    #expect(replica.tree?[["count"]] == 6)
    #expect(replica.tree?[["notes", 0]] == "7 notes")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `a file that exists is not overwritten, and the program continues`() async throws {
    let path = "/tmp/sluice-secrets-\(UInt32.random(in: 0 ... .max)).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
    let explorer = Self.interceptor("file:\(path)")
    try await Self.run(explorer, isAwaited: false)
    #expect(explorer.endpoint.trouble?.contains("is not written over") == true)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }
}
