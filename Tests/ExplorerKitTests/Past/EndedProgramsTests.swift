import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// The names, the order and the bytes of programs that have ended.
@Suite(.inTurn)
struct EndedProgramsTests {
  private static func hello(
    _ instance: String,
    _ name: String = "Todo",
    pid: Int = 1,
    store: String? = nil
  ) -> WireRecord.Hello {
    WireRecord.Hello(instance: instance, name: name, processID: pid, store: store)
  }

  /// Connects a program, which says how far it is.
  private static func start(_ hello: WireRecord.Hello, _ pasts: inout Pasts) {
    _ = pasts.connect(hello)
    _ = pasts.take(
      .state(0, ["n": .string(String(repeating: "x", count: 10_000))]),
      of: hello.instance
    )
  }

  @Test func `each of the last runs has a name of its own, also after a program has come back`() {
    var pasts = Pasts()
    let cart = Self.hello("a", store: "cart")
    Self.start(cart, &pasts)
    pasts.disconnect("a")
    // Takes the name of the one that has ended.
    Self.start(Self.hello("b", pid: 2, store: "user"), &pasts)
    #expect(pasts["b"]?.label == "Todo")
    #expect(pasts["a"]?.label == "Todo/cart")
    pasts.disconnect("b")
    // Gets back its own.
    Self.start(cart, &pasts)
    #expect(pasts["a"]?.label == "Todo")
    #expect(pasts["b"]?.label == "Todo/user")
    #expect(Set(pasts.lastRuns.map(\.label)).count == 2)
  }

  @Test func `a program that comes back after its next run has ended is listed beside it`() {
    var pasts = Pasts()
    Self.start(Self.hello("a"), &pasts)
    pasts.disconnect("a")
    Self.start(Self.hello("b", pid: 2), &pasts)
    #expect(pasts.lastRuns.map(\.instance) == ["b"])
    #expect(pasts["b"]?.starts == 2)
    pasts.disconnect("b")
    Self.start(Self.hello("a"), &pasts)
    #expect(pasts.lastRuns.map(\.instance) == ["a", "b"])
    #expect(Set(pasts.lastRuns.map(\.label)).count == 2)
    // As one that is connected, it isn't the last that went.
    #expect(pasts["a"]?.gone == 0)
    pasts.disconnect("a")
    #expect(pasts.ended.map(\.instance) == ["b", "a"])
  }

  @Test func `of programs that have ended, the first are removed until the rest fits`() {
    var pasts = Pasts(Pasts.Limits(bytes: 1 << 30))
    for instance in ["a", "b", "c", "d"] {
      Self.start(Self.hello(instance, instance), &pasts)
    }
    // In another order than they came in.
    for instance in ["c", "a", "b"] { pasts.disconnect(instance) }
    let each = pasts["a"]?.history.byteCount ?? 0
    #expect(pasts.byteCount == 4 * each)
    var small = Pasts(Pasts.Limits(bytes: 4 * each + each / 2))
    for instance in ["a", "b", "c", "d"] {
      Self.start(Self.hello(instance, instance), &small)
    }
    for instance in ["c", "a", "b"] { small.disconnect(instance) }
    Self.start(Self.hello("e", "e"), &small)
    #expect(small.ended.map(\.instance) == ["a", "b"])
    #expect(small.byteCount == 4 * each)
    #expect(small["c"]?.history.lastNumber == 0)
  }

  @Test func `bytes are those of what is held, whatever becomes of it`() {
    var pasts = Pasts(Pasts.Limits(ended: 1))
    func check(_ line: Int = #line) {
      let bytes = ["a", "b"].reduce(0) { $0 + (pasts[$1]?.history.byteCount ?? 0) }
      #expect(pasts.byteCount == bytes, "line \(line)")
    }
    for instance in ["a", "b"] { Self.start(Self.hello(instance, instance), &pasts) }
    check()
    pasts.beginAnew("a")
    check()
    _ = pasts.take(.state(7, 1), of: "a")
    check()
    pasts.disconnect("a")
    pasts.disconnect("b")
    #expect(pasts.all.map(\.instance) == ["b"])
    check()
    Self.start(Self.hello("a", "a"), &pasts)
    check()
  }

  @Test func `programs whose hub went away are held, however many, until one ends by itself`() {
    var pasts = Pasts(Pasts.Limits(ended: 1))
    for instance in ["a", "b", "c"] {
      pasts.take(.connected(label: instance, Self.hello(instance, instance)))
      pasts.take(.record(label: instance, instance: instance, .state(3, 1)))
    }
    for instance in ["a", "b"] {
      pasts.take(.disconnected(label: instance, instance: instance, .hubWentAway))
    }
    #expect(pasts.ended.map(\.instance) == ["a", "b"])
    pasts.take(.disconnected(label: "c", instance: "c", .goodbye))
    #expect(pasts.ended.map(\.instance) == ["c"])
  }
}
