import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn)
struct PastsTests {
  private static func connect(_ instance: String) -> HubEvent {
    .connected(
      label: instance,
      WireRecord.Hello(instance: instance, name: instance, processID: 1)
    )
  }

  private static func commit(_ number: Int, of instance: String, bytes: Int) -> HubEvent {
    let text = Tree.string(String(repeating: "x", count: bytes) + "\(number)")
    return .record(
      label: instance,
      instance: instance,
      .commit(number, .set(["a"], old: nil, new: text))
    )
  }

  private static func state(of instance: String) -> HubEvent {
    .record(label: instance, instance: instance, .state(0, ["a": ""]))
  }

  private static func list(_ pasts: Pasts) -> [String] {
    let answer = pasts.page(WireRecord.History(request: 1), of: nil) ?? []
    return answer.compactMap { if case .hello(let hello) = $0 { hello.instance } else { nil } }
  }

  @Test func `all stores together are held within the bytes`() {
    let limits = Pasts.Limits(bytes: 4_000_000)
    var pasts = Pasts(limits)
    for instance in ["a", "b", "c"] {
      pasts.take(Self.connect(instance))
      pasts.take(Self.state(of: instance))
    }
    for number in 1...3_000 {
      for instance in ["a", "b", "c"] {
        pasts.take(Self.commit(number, of: instance, bytes: instance == "a" ? 400 : 100))
      }
    }
    let histories = ["a", "b", "c"].compactMap { pasts[$0]?.history }
    #expect(histories.count == 3)
    #expect(histories.reduce(0) { $0 + $1.byteCount } <= 4_000_000)
    #expect(pasts.byteCount == histories.reduce(0) { $0 + $1.byteCount })
    #expect(histories[0].isShortened)
    #expect(!histories[1].isShortened)
    for history in histories { #expect(history.numbers?.upperBound == 3_000) }
  }

  private static func failure(_ run: Int, of instance: String, bytes: Int) -> HubEvent {
    let error = String(repeating: "x", count: bytes)
    return .record(
      label: instance,
      instance: instance,
      .effect(
        .init(event: .failed, effect: "e", run: run, commit: nil, time: 0, error: error)
      )
    )
  }

  @Test func `effects without commits are held within the bytes`() {
    var pasts = Pasts(Pasts.Limits(bytes: 1_000_000))
    let instances = ["a", "b", "c", "d", "e", "f"]
    for instance in instances {
      pasts.take(Self.connect(instance))
      pasts.take(Self.state(of: instance))
    }
    for run in 1...100 {
      for instance in instances {
        pasts.take(Self.failure(run, of: instance, bytes: 10_000))
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

  @Test func `states behind gaps are held within the bytes`() {
    var pasts = Pasts(Pasts.Limits(bytes: 1_000_000))
    pasts.take(Self.connect("a"))
    for number in 1...100 {
      let text = String(repeating: "x", count: 50_000) + "\(number)"
      pasts.take(
        .record(label: "a", instance: "a", .dropped(2 * number - 1, 2 * number, .room))
      )
      pasts.take(.record(label: "a", instance: "a", .state(2 * number, ["a": .string(text)])))
      #expect(pasts.byteCount <= 1_000_000)
    }
    let history = pasts["a"]?.history
    #expect(history?.isShortened == true)
    #expect(history?.state(after: 200)?.isExact == true)
    #expect(history?.state(after: 198)?.isExact == true)
  }

  @Test func `many runs without texts count, too`() {
    var history = History(History.Limits(commits: 1_000_000, bytes: 1_000_000))
    history.take(.state(0, 0))
    for run in 1...10_000 {
      history.take(.effect(.init(event: .started, effect: "", run: run, commit: nil, time: 0)))
    }
    #expect((500...2_000).contains(history.runs(in: 0...0).count))
    #expect((100_000...300_000).contains(history.byteCount))
  }

  @Test func `programs that have ended are removed first`() {
    var pasts = Pasts(Pasts.Limits(bytes: 3_000_000, ended: 2))
    for instance in ["a", "b", "c"] {
      pasts.take(Self.connect(instance))
      pasts.take(Self.state(of: instance))
      pasts.take(Self.commit(1, of: instance, bytes: 10))
      pasts.take(.disconnected(label: instance, instance: instance, .cutOff))
    }
    #expect(Self.list(pasts) == ["b", "c"])
    pasts.take(Self.connect("d"))
    pasts.take(Self.state(of: "d"))
    for number in 1...3_000 { pasts.take(Self.commit(number, of: "d", bytes: 1_000)) }
    #expect(Self.list(pasts) == ["d"])
  }

  @Test func `a program that connects again continues its past`() {
    var pasts = Pasts()
    pasts.take(Self.connect("a"))
    pasts.take(Self.state(of: "a"))
    pasts.take(Self.commit(1, of: "a", bytes: 1))
    pasts.take(.disconnected(label: "a", instance: "a", .cutOff))
    pasts.take(Self.connect("a"))
    pasts.take(.record(label: "a", instance: "a", .dropped(2, 4, .connection)))
    pasts.take(.record(label: "a", instance: "a", .state(4, ["a": "y"])))
    let history = pasts["a"]?.history
    #expect(history?.numbers == 0...4)
    #expect(history?.commit(1) != nil)
    #expect(history?.gap(at: 3)?.reason == .connection)
    #expect(Self.list(pasts) == ["a"])
  }

  @Test func `the list of programs is bounded`() {
    var pasts = Pasts()
    let name = String(repeating: "x", count: 50_000)
    for index in 0..<30 {
      let hello = WireRecord.Hello(instance: "\(index)", name: name, processID: 1)
      pasts.take(.connected(label: "\(index)", hello))
    }
    let list = Self.list(pasts)
    #expect(list.count == 20)
    #expect(list.last == "29")
  }
}
