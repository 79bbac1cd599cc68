import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct PastsTests {
  private static func setting(_ number: Int, bytes: Int) -> WireRecord {
    .setting(number, "a", .string(String(repeating: "x", count: bytes) + "\(number)"))
  }

  private static func list(_ pasts: Pasts) -> [String] { pasts.all.map(\.instance) }

  @Test func `all stores together are held within the bytes`() {
    var pasts = Pasts(Pasts.Limits(bytes: 4_000_000))
    let instances = ["a", "b", "c"]
    for instance in instances { pasts.start(instance, .state(0, ["a": ""])) }
    for number in 1...3_000 {
      for instance in instances {
        pasts.take(.record(Self.setting(number, bytes: instance == "a" ? 400 : 100), of: instance))
      }
    }
    let histories = instances.compactMap { pasts[$0]?.history }
    #expect(histories.count == 3)
    #expect(pasts.byteCount <= 4_000_000)
    #expect(pasts.byteCount == histories.reduce(0) { $0 + $1.byteCount })
    #expect(histories[0].isShortened && !histories[1].isShortened)
    #expect(histories.allSatisfy { $0.numbers?.upperBound == 3_000 })
  }

  @Test func `effects without commits are held within the bytes`() {
    var pasts = Pasts(Pasts.Limits(bytes: 1_000_000))
    let instances = ["a", "b", "c", "d", "e", "f"]
    for instance in instances { pasts.start(instance, .state(0, ["a": ""])) }
    let error = String(repeating: "x", count: 10_000)
    for run in 1...100 {
      for instance in instances {
        pasts.take(.record(.effect(.failed, run: run, of: nil, error: error), of: instance))
        #expect(pasts.byteCount <= 1_000_000)
      }
      let held = instances.compactMap { pasts[$0]?.history.runs(in: 0...0).count }
      #expect(held.reduce(0, +) * 10_000 <= 1_000_000)
    }
    for history in instances.compactMap({ pasts[$0]?.history }) {
      #expect(history.run(1) == nil)
      #expect(history.run(100)?.error?.utf8.count == 10_000)
    }
  }

  @Test func `states behind gaps are held within the bytes`() throws {
    var pasts = Pasts(Pasts.Limits(bytes: 1_000_000))
    pasts.start("a")
    for number in 1...100 {
      let text = String(repeating: "x", count: 50_000) + "\(number)"
      pasts.take(.record(.dropped(2 * number - 1, 2 * number, .room)))
      pasts.take(.record(.state(2 * number, ["a": .string(text)])))
      #expect(pasts.byteCount <= 1_000_000)
    }
    let history = try #require(pasts["a"]?.history)
    #expect(history.isShortened)
    for number in [198, 200] { #expect(history.state(after: number)?.isExact == true) }
  }

  @Test func `many runs without texts count, too`() {
    let runs = (1...10_000).map { WireRecord.effect(.started, "", run: $0, of: nil) }
    let limits = History.Limits(commits: 1_000_000, bytes: 1_000_000)
    let history = History(limits, taking: [.state(0, 0)] + runs)
    #expect((500...2_000).contains(history.runs(in: 0...0).count))
    #expect((100_000...300_000).contains(history.byteCount))
  }

  @Test func `a program that connects again continues its past`() throws {
    var pasts = Pasts()
    pasts.start("a", .state(0, ["n": 0]), .counting(1))
    pasts.take(.disconnected(label: "a", instance: "a", .cutOff))
    pasts.start("a", .dropped(2, 4, .connection), .state(4, ["n": "y"]))
    let history = try #require(pasts["a"]?.history)
    #expect(history.numbers == 0...4 && history.commit(1) != nil)
    #expect(history.gap(at: 3)?.reason == .connection)
    #expect(Self.list(pasts) == ["a"])
  }
}

/// Which past a question is about.
@Suite(.inTurn) struct PastChoiceTests {
  /// Shop is connected, and was started before; Todo was started twice, and has ended.
  private static func pasts() -> Pasts {
    var pasts = Pasts()
    func start(_ name: String, _ instance: String) {
      _ = pasts.connect(WireRecord.Hello(instance, name))
      _ = pasts.take(.state(0, 0), of: instance)
    }
    start("Todo", "t1")
    start("Shop", "s1")
    pasts.disconnect("t1")
    pasts.disconnect("s1")
    start("Shop", "s2")
    start("Todo", "t2")
    pasts.disconnect("t2")
    return pasts
  }

  @Test func `a connected program comes before an ended one, and the last run counts`() throws {
    var pasts = Self.pasts()
    #expect(try pasts.choose(ProgramChoice(app: "Other")) == nil)
    let shop = try #require(try pasts.choose(ProgramChoice(app: "Shop")))
    #expect(shop.instance == "s2" && shop.isConnected && shop.starts == 2)
    let todo = try #require(try pasts.choose(ProgramChoice(app: "Todo")))
    #expect(todo.instance == "t2" && !todo.isConnected && todo.starts == 2)
    #expect(try pasts.choose(ProgramChoice())?.instance == "s2")
    pasts.disconnect("s2")
    #expect(try pasts.choose(ProgramChoice(app: "Shop"))?.instance == "s2")
    #expect(throws: CommandFailure.self) { try pasts.choose(ProgramChoice()) }
    #expect(pasts.lastRuns.map(\.instance) == ["s2", "t2"])
  }
}

extension Pasts {
  /// Connects a program, which sends records, as a hub reports it.
  mutating func start(_ instance: String, _ records: WireRecord...) {
    take(.connected(label: instance, WireRecord.Hello(instance, instance)))
    for record in records { take(.record(instance, of: instance, record)) }
  }
}
