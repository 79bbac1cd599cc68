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
  enum Encoded: EncodableAction { case token(String) }
  enum Reflected: Action {
    case token(String)
    case pair(password: String, user: String)
    case nested(accessToken: String, [Reflected])
  }
  struct Broken: Error, CustomStringConvertible {
    var description: String { "refused for \(SecrecyTests.marker)" }
  }
  struct Plain: Error { let password = "hunter2-k" }

  static let redaction: Redaction = ["**.digits", "blob", ["settings", "api.host"], "history[*]"]

  private static func interceptor(_ endpoint: String) -> ExplorerInterceptor<Vault> {
    ExplorerInterceptor(name: "Vault", endpoint: endpoint) {
      $0.isEnabled = true
      $0.backlog = 5
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

  private static func store(showing explorer: ExplorerInterceptor<Vault>) -> Store<Vault, Void> {
    let reducer = Reducer { (state: inout Vault, action) in
      state.count += 1
      state.password = "hunter2-\(state.count)"
      state.accessTokens["key\(state.count)"] = "hunter2"
      state.notes.append("hunter2")
      state.history.append("hunter2-\(state.count)")
      state.cards.append(Card())
      state.keys.nested["apiKey"] = "hunter2-\(state.count)"
    }
    let store = Store(initialState: Vault(), reducers: [reducer])
    store.register(effect: Effect.on(Login.self) { _, _ in throw Broken() }, id: "broken")
    store.register(effect: Effect.on(SetPassword.self) { _, _ in throw Plain() }, id: "plain")
    store.register(interceptor: explorer)
    return store
  }

  /// Dispatches nine actions, of which the third is hidden.
  private static func run(_ store: Store<Vault, Void>) async {
    store.dispatch(action: SetPassword(value: "hunter2"))
    store.dispatch(action: Login(user: "ada", secret: "hunter2"))
    store.dispatch(action: Hidden(anything: "hunter2"))
    store.dispatch(action: Changed(text: "hunter2"))
    store.dispatch(action: Encoded.token("hunter2"))
    store.dispatch(action: Reflected.token("hunter2"))
    store.dispatch(action: Reflected.pair(password: "hunter2", user: "ada"))
    store.dispatch(action: Reflected.nested(accessToken: "hunter2", [.token("hunter2")]))
    let template = ActionTemplate(id: "setPasscode", payloadType: String.self)
    store.dispatch(action: template(payload: "hunter2"))
    await store.idle()
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
    #expect(text.contains(#"{"$":"redacted"}"#) && text.contains("ada"))
  }

  @Test func `what is sent over the socket holds no secret`() async throws {
    let hub = try TestHub(isListening: false)
    let explorer = Self.interceptor(hub.address)
    let store = Self.store(showing: explorer)
    // What happens before is sent without changes, and effects are not sent at all.
    store.dispatch(action: Login(user: "ada", secret: "hunter2"))
    let peer = try hub.beginToListen()
    try wait(for: "the connection") { explorer.endpoint.isConnected }
    await Self.run(store)
    let commits = try peer.records(throughCommit: 10).commits
    try peer.send(.snapshot(.init(request: 1)))
    _ = try peer.records { $0.type == "state" }
    try peer.send(Array("hunter2\n".utf8))
    _ = try peer.records { $0.type == "error" }
    // All but the hidden one, whose changes come with the next.
    #expect(commits.map(\.number) == [1, 2, 3, 5, 6, 7, 8, 9, 10])
    #expect(commits.map(\.count) == [1, 1, 1, 2, 1, 1, 1, 1, 1])
    let payloads = commits.map(\.action.payload)
    #expect(payloads.dropFirst().first == .redacted)
    #expect(payloads.dropFirst(3).first == ["text": "left out"])
    Self.expectNoSecret(in: peer.bytes)
  }

  @Test func `what is written to a file holds no secret, and is a whole stream`() async throws {
    let file = Recorded()
    await Self.run(Self.store(showing: Self.interceptor(file.address)))
    // The store was freed; its interceptor's thread says goodbye.
    let records = try file.recordsToTheEnd()
    Self.expectNoSecret(in: Array(try Data(contentsOf: file.url)))
    guard case .hello(let hello)? = records.first else {
      throw TestFailure("The recording does not begin with hello.")
    }
    #expect(hello.name == "Vault")
    #expect(records.types.contains("effect"))
    let replica = try Replica(records)
    #expect((replica.number, replica.count) == (9, 9))
    #expect(replica.tree?[["notes", 0]] == "10 notes")
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }
}
