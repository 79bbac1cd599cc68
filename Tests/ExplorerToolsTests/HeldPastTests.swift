import SluiceTree
import TestSupport
import Testing

@testable import ExplorerKit

/// What the tools know of programs that ended, were started again, or may not be asked about.
@Suite(.inTurn)
struct HeldPastTests {
  @Test func `a program that has ended is known, and a running one is preferred`() throws {
    var conversation = Conversation(about: Sessions.counter(to: 3) + [Sessions.disconnected()])
    let programs = try conversation.call(.programs)["programs"]?.elements
    #expect(programs?.map { $0["isConnected"] } == [false])
    #expect(try conversation.call(.state)["state"] == ["n": 3])
    conversation.hear(Sessions.connected("Todo", instance: "2"))
    conversation.hear(Sessions.state(["n": 9], instance: "2"))
    #expect(try conversation.call(.state)["state"] == ["n": 9])
    #expect(try conversation.call(.programs)["total"] == 1)
  }

  @Test func `of a program that has ended each store is known`() throws {
    var conversation = Conversation()
    func start(_ store: String, _ instance: Int) {
      conversation.hear(Sessions.connected("Todo", instance: "\(instance)", store: store))
      conversation.hear(Sessions.state(["n": .number(instance)], instance: "\(instance)"))
    }
    func states() throws -> [Tree?] {
      try ["cart", "user"].map { try conversation.call(.state, ["store": .string($0)])["state"] }
    }
    for (store, instance) in [("cart", 1), ("user", 2), ("cart", 3)] {
      start(store, instance)
      conversation.hear(Sessions.disconnected("\(instance)"))
    }
    let programs = try conversation.call(.programs)["programs"]?.elements ?? []
    #expect(Set(programs.map { $0["store"] }) == ["cart", "user"])
    #expect(Set(programs.map { $0["program"] }).count == 2)
    // Of one store it is the last time that counts.
    for program in programs { #expect(program["starts"] == (program["store"] == "cart" ? 2 : 1)) }
    #expect(try states() == [["n": 3], ["n": 2]])
    #expect(try conversation.failure(.state)["code"] == "severalPrograms")
    // The other one gets the name of the first, and is not taken for it.
    start("user", 4)
    #expect(try states() == [["n": 3], ["n": 4]])
    #expect(try conversation.call(.programs)["total"] == 2)
  }

  @Test func `a past that is still loading says so`() throws {
    var conversation = Conversation(about: Sessions.counter(to: 3))
    conversation.server.isLoading = true
    let half = try conversation.call(.programs)
    #expect(half["programs"]?.elements.first?["held"]?["isLoading"] == true)
  }
}
