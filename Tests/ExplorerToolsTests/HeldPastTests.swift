import SluiceTree
import TestSupport
import Testing

@testable import ExplorerKit

/// What the tools know of programs that ended, or were started again.
@Suite(.inTurn)
struct HeldPastTests {
  @Test func `a program that has ended is known, and a running one is preferred`() throws {
    var conversation = Conversation(about: Sessions.counter(to: 3) + [Sessions.disconnected()])
    #expect(try conversation.lines(.state)[0]["state"] == ["n": 3])
    conversation.hear(Sessions.connected("Todo", instance: "2"))
    conversation.hear(Sessions.state(["n": 9], instance: "2"))
    #expect(try conversation.lines(.state)[0]["state"] == ["n": 9])
  }

  @Test func `of a program that has ended each store is known`() throws {
    var conversation = Conversation()
    func start(_ store: String, _ instance: Int) {
      conversation.hear(Sessions.connected("Todo", instance: "\(instance)", store: store))
      conversation.hear(Sessions.state(["n": .number(instance)], instance: "\(instance)"))
    }
    func states() throws -> [Tree?] {
      try ["cart", "user"].map {
        try conversation.lines(.state, ["store": .string($0)])[0]["state"]
      }
    }
    for (store, instance) in [("cart", 1), ("user", 2), ("cart", 3)] {
      start(store, instance)
      conversation.hear(Sessions.disconnected("\(instance)"))
    }
    // Of one store it is the last time that counts.
    #expect(try states() == [["n": 3], ["n": 2]])
    let failure = try conversation.failure(.state, ["app": "Todo#7"])
    #expect(failure["code"] == "severalPrograms")
    let programs = failure["programs"]?.elements ?? []
    #expect(Set(programs.map { $0["store"] }) == ["cart", "user"])
    #expect(Set(programs.map { $0["app"] }).count == 2)
    // The other one gets the name of the first, and is not taken for it.
    start("user", 4)
    #expect(try states() == [["n": 3], ["n": 4]])
  }
}
