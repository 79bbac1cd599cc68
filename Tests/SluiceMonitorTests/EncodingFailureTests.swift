import Sluice
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import SluiceMonitor

/// A part of the state that throws an error when it is encoded.
@Suite(.inTurn, .serialized)
struct EncodingFailureTests {
  struct Wallet: Encodable, Sendable {
    var count = 0
    var money = Money()
    var password = Money()
  }

  struct Money: Encodable, Sendable {
    var cents = 5
    func encode(to encoder: any Encoder) throws {
      throw EncodingError.invalidValue(
        cents,
        EncodingError.Context(codingPath: [], debugDescription: "\(cents) is too little")
      )
    }
  }

  struct Earn: EncodableAction {
    var amount = Money(cents: 2)
  }

  private func makeStore() -> Store<Wallet, Void> {
    let earn = ReduceOn(Earn.self) { (state: inout Wallet, action) in
      state.count += 1
      state.money.cents += action.amount.cents
    }
    return Store(initialState: Wallet(), reducers: [Reducer(earn)])
  }

  private static let place = "The state cannot be encoded at money, where reflection shows Money"

  @Test func `only a part that can't be encoded is reflected, and noted once`() throws {
    let watched = try Watched(makeStore())
    let peer = try watched.hub.accept()
    let state = try peer.start().state
    #expect(state.state == ["count": 0, "money": ["cents": 5], "password": .redacted])
    #expect(state.note == Self.place + ": 5 is too little The same holds for 1 more.")
    watched.store.dispatch(action: Earn())
    let first = try peer.commit()
    #expect(
      first.changes == [.set(["count"], old: 0, new: 1), .set(["money", "cents"], old: 5, new: 7)]
    )
    #expect(first.action.payload == ["amount": ["cents": 2]])
    let place = "The action Earn cannot be encoded at amount, where reflection shows Money"
    #expect(first.note == place + ": 2 is too little")
    watched.store.dispatch(action: Earn())
    #expect(try peer.commit().note == nil)
  }

  @Test func `each Explorer is notified, without the reason where the value is withheld`() throws {
    let watched = try Watched(makeStore()) { $0.redaction = ["money"] }
    for _ in 0..<2 {
      let note = try watched.hub.accept().start().state.note
      #expect(note == Self.place + ". The same holds for 1 more.")
    }
  }

  @Test func `printing notes it once`() {
    let lines = Guarded<[String]>([])
    let store = makeStore()
    store.register(interceptor: PrintInterceptor { text in lines.withLock { $0.append(text) } })
    store.dispatch(action: Earn())
    store.dispatch(action: Earn())
    let printed = lines.withLock { $0 }
    #expect(printed.count { $0.hasPrefix("! ") } == 2)
    #expect(printed.first?.contains("~ money.cents: 5 → 7") == true)
    #expect(printed.contains { $0.hasPrefix("! The state cannot be encoded at money") })
  }
}
