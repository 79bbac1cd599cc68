import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Which past a question is about.
@Suite(.inTurn)
struct PastChoiceTests {
  /// Shop is connected, and was started before; Todo was started twice, and has ended.
  private static func pasts() -> Pasts {
    var pasts = Pasts()
    func start(_ name: String, _ instance: String) {
      _ = pasts.connect(WireRecord.Hello(instance: instance, name: name, processID: 1))
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

  @Test func `a program that does not match is missing`() throws {
    #expect(try Self.pasts().choose(ProgramChoice(app: "Other")) == nil)
  }

  @Test func `a connected program comes before one that has ended, and the last run counts`() throws
  {
    var pasts = Self.pasts()
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
