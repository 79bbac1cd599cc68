import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// The names, the order and the bytes of programs that have ended.
@Suite(.inTurn) struct EndedProgramsTests {
  /// Connects a program, which says how far it is.
  private static func start(_ hello: WireRecord.Hello, _ pasts: inout Pasts) {
    let text = Tree.string(String(repeating: "x", count: 10_000))
    _ = pasts.connect(hello)
    _ = pasts.take(.state(0, ["n": text]), of: hello.instance)
  }

  @Test func `each of the last runs has a name of its own, also after a program has come back`() {
    var pasts = Pasts()
    func labels() -> [String?] { ["a", "b"].map { pasts[$0]?.label } }
    let cart = WireRecord.Hello("a", store: "cart")
    Self.start(cart, &pasts)
    pasts.disconnect("a")
    // Takes the name of the one that has ended.
    Self.start(.init("b", pid: 2, store: "user"), &pasts)
    #expect(labels() == ["Todo/cart", "Todo"])
    pasts.disconnect("b")
    // Gets back its own.
    Self.start(cart, &pasts)
    #expect(labels() == ["Todo", "Todo/user"])
    #expect(Set(pasts.lastRuns.map(\.label)).count == 2)
  }

  @Test func `a program that comes back after its next run has ended is listed beside it`() {
    var pasts = Pasts()
    Self.start(.init("a"), &pasts)
    pasts.disconnect("a")
    Self.start(.init("b", pid: 2), &pasts)
    #expect(pasts.lastRuns.map(\.instance) == ["b"])
    #expect(pasts["b"]?.starts == 2)
    pasts.disconnect("b")
    Self.start(.init("a"), &pasts)
    #expect(pasts.lastRuns.map(\.instance) == ["a", "b"])
    #expect(Set(pasts.lastRuns.map(\.label)).count == 2)
    // As one that is connected, it isn't the last that went.
    #expect(pasts["a"]?.gone == 0)
    pasts.disconnect("a")
    #expect(pasts.ended.map(\.instance) == ["b", "a"])
  }

  @Test func `of programs that have ended, the first are removed until the rest fits`() {
    func filled(_ bytes: Int) -> Pasts {
      var pasts = Pasts(Pasts.Limits(bytes: bytes))
      for instance in ["a", "b", "c", "d"] { Self.start(.init(instance, instance), &pasts) }
      // In another order than they came in.
      for instance in ["c", "a", "b"] { pasts.disconnect(instance) }
      return pasts
    }
    let all = filled(1 << 30)
    let each = all["a"]?.history.byteCount ?? 0
    #expect(all.byteCount == 4 * each)
    var small = filled(4 * each + each / 2)
    Self.start(.init("e", "e"), &small)
    #expect(small.ended.map(\.instance) == ["a", "b"])
    #expect(small.byteCount == 4 * each)
    #expect(small["c"]?.history.lastNumber == 0)
  }

  @Test func `bytes are those of what is held, whatever becomes of it`() {
    var pasts = Pasts(Pasts.Limits(ended: 1))
    let steps: [(inout Pasts) -> Void] = [
      { for instance in ["a", "b"] { Self.start(.init(instance, instance), &$0) } },
      { _ = $0.take(.state(7, 1), of: "a") },
      { for instance in ["a", "b"] { $0.disconnect(instance) } },
      { Self.start(.init("a", "a"), &$0) },
    ]
    for (number, step) in steps.enumerated() {
      step(&pasts)
      let bytes = ["a", "b"].reduce(0) { $0 + (pasts[$1]?.history.byteCount ?? 0) }
      #expect(pasts.byteCount == bytes, "after step \(number)")
      if number == 2 { #expect(pasts.all.map(\.instance) == ["b"]) }
    }
  }

  @Test func `programs whose hub went away are held, however many, until one ends by itself`() {
    var pasts = Pasts(Pasts.Limits(ended: 1))
    for instance in ["a", "b", "c"] { pasts.start(instance, .state(3, 1)) }
    for instance in ["a", "b"] {
      pasts.take(.disconnected(label: instance, instance: instance, .hubWentAway))
    }
    #expect(pasts.ended.map(\.instance) == ["a", "b"])
    pasts.take(.disconnected(label: "c", instance: "c", .goodbye))
    #expect(pasts.ended.map(\.instance) == ["c"])
  }
}
