import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What the tools know of programs that ended, were started again, or may not be asked about.
@Suite(.inTurn)
struct HeldPastTests {
  @Test func `a program that has ended is known, and a running one of that name is preferred`()
    throws
  {
    var conversation = Conversation(
      about: Sessions.counter(to: 3) + [.disconnected(label: "Todo", instance: "1", .goodbye)]
    )
    let programs = try conversation.call(.programs)["programs"]?.elements
    #expect(programs?.count == 1)
    #expect(programs?.first?["isConnected"] == false)
    #expect(try conversation.call(.state)["state"] == ["n": 3])
    _ = conversation.hear(Sessions.connected("Todo", instance: "2"))
    _ = conversation.hear(Sessions.state(["n": 9], instance: "2"))
    #expect(try conversation.call(.state)["state"] == ["n": 9])
    #expect(try conversation.call(.programs)["total"] == 1)
  }

  @Test func `of a program that has ended each store is known`() throws {
    var conversation = Conversation()
    for (store, instance, number) in [("cart", "1", 1), ("user", "2", 2), ("cart", "3", 3)] {
      for event in [
        Sessions.connected("Todo", instance: instance, store: store),
        Sessions.state(["n": .number(number)], instance: instance),
        .disconnected(label: "Todo", instance: instance, .goodbye),
      ] { _ = conversation.hear(event) }
    }
    let programs = try conversation.call(.programs)["programs"]?.elements ?? []
    #expect(Set(programs.map { $0["store"] }) == ["cart", "user"])
    #expect(Set(programs.map { $0["program"] }).count == 2)
    // Of one store it is the last time that counts.
    for program in programs { #expect(program["starts"] == (program["store"] == "cart" ? 2 : 1)) }
    #expect(try conversation.call(.state, ["store": "cart"])["state"] == ["n": 3])
    #expect(try conversation.call(.state, ["store": "user"])["state"] == ["n": 2])
    #expect(try conversation.failure(.state)["code"] == "severalPrograms")
    // The other one gets the name of the first, and is not taken for it.
    _ = conversation.hear(Sessions.connected("Todo", instance: "4", store: "user"))
    _ = conversation.hear(Sessions.state(["n": 4], instance: "4"))
    #expect(try conversation.call(.state, ["store": "cart"])["state"] == ["n": 3])
    #expect(try conversation.call(.state, ["store": "user"])["state"] == ["n": 4])
    #expect(try conversation.call(.programs)["total"] == 2)
  }

  @Test func `a past that is still loading says so`() throws {
    var conversation = Conversation(about: Sessions.counter(to: 3))
    conversation.server.isLoading = true
    let half = try conversation.call(.programs)
    #expect(half["programs"]?.elements.first?["held"]?["isLoading"] == true)
    #expect(SchemaValidator.faults(of: half, Tool.programs.outputSchema.tree) == [])
  }

  @Test func `a program that may not be queried is not known`() throws {
    var conversation = Conversation(
      about: Sessions.counter(to: 3),
      choice: ProgramChoice(app: "Shop")
    )
    #expect(try conversation.call(.programs)["total"] == 0)
    #expect(try conversation.failure(.state)["code"] == "noProgram")
  }
}
