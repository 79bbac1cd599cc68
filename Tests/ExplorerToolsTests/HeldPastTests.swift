import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What another Explorer holds of the past is fetched from it.
@Suite(.inTurn)
struct HeldPastTests {
  /// A hub that holds the pasts of its programs, without sockets.
  private final class Source: HistorySource {
    let holdsHistory: Bool? = true
    private(set) var pasts = HeldPasts()
    private(set) var requests: [WireRecord] = []
    private var answers: [HubEvent] = []

    /// Takes in what the hub saw.
    func take(_ events: [HubEvent]) {
      for event in events { pasts.take(event) }
    }

    func send(_ command: WireRecord, to instance: String?) throws(CommandRefusal) -> Int {
      requests.append(command)
      guard case .history(var request) = command else { return requests.count }
      request.request = requests.count
      for var record in pasts.answer(request, about: instance) ?? [] {
        if case .page = record {} else { record.reply = nil }
        answers.append(.held(request: request.request, record))
      }
      return requests.count
    }

    func turn() -> [HubEvent] {
      defer { answers = [] }
      return answers
    }
  }

  /// Lets the server ask until nothing more comes.
  private func load(_ conversation: inout Conversation, from source: Source) {
    repeat {
      conversation.server.ask(source)
      for event in source.turn() { _ = conversation.server.take(event) }
      // What has ended is asked for once the list has come.
      conversation.server.ask(source)
    } while !conversation.server.past.isUpToDate
  }

  @Test func `commits from before the server began are known`() throws {
    let source = Source()
    let before = Sessions.counter(to: 1_500)
    source.take(before)
    var conversation = Conversation(about: [Sessions.connected("Todo")])
    // A page at a time: half is said to be half.
    conversation.server.ask(source)
    for event in source.turn() { _ = conversation.server.take(event) }
    let half = try conversation.call(.programs)
    #expect(half["programs"]?.elements.first?["held"]?["isLoading"] == true)
    #expect(SchemaValidator.faults(of: half, Tool.programs.outputSchema.tree) == [])
    load(&conversation, from: source)
    let held = try conversation.call(.commits)["held"]
    #expect(held == ["from": 0, "to": 1_500, "commits": 1_500, "gaps": 0, "isShortened": false])
    #expect(try conversation.call(.why, ["path": "n", "at": 7])["author"] == ["commit": 7])
    // What happens from then on is added.
    let change = TreeChange.set(["n"], old: 1_500, new: 0)
    _ = conversation.server.take(Sessions.commit(1_501, [change]))
    #expect(try conversation.call(.why, ["path": "n"])["author"] == ["commit": 1_501])
  }

  @Test func `a program that has ended is known, and a running one of that name is preferred`()
    throws
  {
    let source = Source()
    source.take(Sessions.counter(to: 3))
    source.take([.disconnected(label: "Todo", instance: "1", .goodbye)])
    var conversation = Conversation()
    load(&conversation, from: source)
    let programs = try conversation.call(.programs)["programs"]?.elements
    #expect(programs?.count == 1)
    #expect(programs?.first?["isConnected"] == false)
    #expect(try conversation.call(.state)["state"] == ["n": 3])
    _ = conversation.server.take(Sessions.connected("Todo", instance: "2"))
    source.take([
      Sessions.connected("Todo", instance: "2"), Sessions.state(["n": 9], instance: "2"),
    ])
    load(&conversation, from: source)
    #expect(try conversation.call(.state)["state"] == ["n": 9])
    #expect(try conversation.call(.programs)["total"] == 1)
  }

  @Test func `of a program that has ended each store is known`() throws {
    let source = Source()
    for (store, instance, number) in [("cart", "1", 1), ("user", "2", 2), ("cart", "3", 3)] {
      source.take([
        Sessions.connected("Todo", instance: instance, store: store),
        Sessions.state(["n": .number(number)], instance: instance),
        .disconnected(label: "Todo", instance: instance, .goodbye),
      ])
    }
    var conversation = Conversation()
    load(&conversation, from: source)
    let programs = try conversation.call(.programs)["programs"]?.elements ?? []
    #expect(programs.map { $0["store"] } == ["cart", "user"])
    #expect(Set(programs.map { $0["program"] }).count == 2)
    // Of one store it is the last time that counts.
    #expect(programs.map { $0["starts"] } == [2, 1])
    #expect(try conversation.call(.state, ["store": "cart"])["state"] == ["n": 3])
    #expect(try conversation.call(.state, ["store": "user"])["state"] == ["n": 2])
    #expect(try conversation.failure(.state)["code"] == "severalPrograms")
    // The other one gets the name of the first, and is not taken for it.
    _ = conversation.server.take(Sessions.connected("Todo", instance: "4", store: "user"))
    source.take([
      Sessions.connected("Todo", instance: "4", store: "user"),
      Sessions.state(["n": 4], instance: "4"),
    ])
    load(&conversation, from: source)
    #expect(try conversation.call(.state, ["store": "cart"])["state"] == ["n": 3])
    #expect(try conversation.call(.state, ["store": "user"])["state"] == ["n": 4])
    #expect(try conversation.call(.programs)["total"] == 2)
  }

  @Test func `what is fetched is bounded, too`() throws {
    let source = Source()
    for instance in ["1", "2", "3"] {
      source.take([Sessions.connected("P" + instance, instance: instance)])
      source.take([Sessions.state(["n": 0], instance: instance)])
      source.take(
        (1...600).map { Sessions.commit($0, [.set(["n"], old: nil, new: 1)], instance: instance) }
      )
      source.take([.disconnected(label: "P" + instance, instance: instance, .goodbye)])
    }
    var conversation = Conversation(maximumBytes: 1)
    load(&conversation, from: source)
    #expect(try conversation.call(.programs)["total"] == 1)
  }

  @Test func `nothing is up to date before the list has come`() {
    let source = Source()
    var conversation = Conversation()
    conversation.server.ask(source)
    #expect(!conversation.server.past.isUpToDate)
    for event in source.turn() { _ = conversation.server.take(event) }
    #expect(conversation.server.past.isUpToDate)
  }

  @Test func `all programs are known to a viewer by an answer, and to a hub by a time`() {
    let start = ContinuousClock.now
    let later = start + .seconds(3_600)
    let source = Source()
    var discovery = ProgramDiscovery(from: start)
    discovery.ask(source, asHub: false)
    discovery.ask(source, asHub: false)
    #expect(source.requests.count == 1)
    #expect(!discovery.isComplete(asHub: false, now: later))
    for event in source.turn() { discovery.take(event) }
    #expect(discovery.isComplete(asHub: false, now: start))
    // A hub that holds nothing refuses, behind the same hellos.
    var refused = ProgramDiscovery(from: start)
    refused.ask(source, asHub: false)
    refused.take(.held(request: 2, .error(.init(message: "No.", reply: 2))))
    #expect(refused.isComplete(asHub: false, now: start))
    #expect(!discovery.isComplete(asHub: true, now: start + .milliseconds(699)))
    #expect(discovery.isComplete(asHub: true, now: start + .milliseconds(700)))
  }

  @Test func `a program that may not be asked about is not fetched`() throws {
    let source = Source()
    source.take(Sessions.counter(to: 3))
    source.take([.disconnected(label: "Todo", instance: "1", .goodbye)])
    var conversation = Conversation(choice: ProgramChoice(app: "Shop"))
    load(&conversation, from: source)
    #expect(try conversation.call(.programs)["total"] == 0)
    #expect(source.requests.count == 1)
  }
}
