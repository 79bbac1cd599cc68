import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What a viewer asks a hub for, and when: a session that receives what a hub would send.
@Suite(.inTurn) struct PastFetchTests {
  private struct Fetching {
    var session = ViewerSession(longestRecord: 1 << 20, isFetching: true)
    var pasts = Pasts()
    var events: [HubEvent] = []
    /// What was asked for, but for the list of programs.
    var asked: [WireRecord] = []
    var isListAsked = false

    /// Takes in the hub's welcome, and a program's hello.
    static func greeted() -> Fetching {
      var viewer = Fetching()
      viewer.welcome()
      viewer.take(.hello("One"))
      return viewer
    }

    mutating func welcome(holdsHistory: Bool = true) {
      take(.welcome(.init(longestRecord: 1 << 20, capabilities: holdsHistory ? [.history] : [])))
    }

    mutating func take(_ records: WireRecord...) {
      for record in records { take(record, of: record.reply == nil ? "a" : nil) }
    }

    mutating func take(_ record: WireRecord, of instance: String?) {
      var output = ViewerSession.Output()
      let line = WireEnvelope(instance: instance, record).line()
      session.receive(line[...], pasts: &pasts, output: &output)
      events += output.events
      for line in output.answers.split(separator: UInt8(ascii: "\n")) {
        guard let envelope = try? WireEnvelope(line: line) else { continue }
        if envelope.instance == nil { isListAsked = true } else { asked.append(envelope.record) }
      }
    }

    /// Answers the request that was asked last with records, and perhaps the end of the page.
    mutating func answer(_ records: WireRecord..., page: WireRecord.Page? = nil) {
      for var record in records + (page.map { [.page($0)] } ?? []) {
        record.reply = asked.last?.request
        take(record)
      }
    }

    /// Lets the hub end.
    mutating func end() -> [HubEvent] {
      var output = ViewerSession.Output()
      session.end(pasts: &pasts, output: &output)
      return output.events
    }

    var history: History { pasts["a"]?.history ?? History() }
    /// The commits behind which pages were asked for.
    var after: [Int?] {
      asked.compactMap { if case .history(let request) = $0 { request.after } else { nil } }
    }
  }

  private static func page(_ last: Int, hasMore: Bool = false) -> WireRecord.Page {
    .init(reply: 0, last: last, hasMore: hasMore)
  }

  @Test func `nothing is requested before it is known whether history is held`() {
    var viewer = Fetching()
    #expect(viewer.asked.isEmpty && !viewer.isListAsked && !viewer.session.isUpToDate)
    viewer.welcome()
    viewer.take(.hello("One"))
    #expect(viewer.isListAsked && viewer.after == [nil])
    #expect(!viewer.session.isUpToDate)
  }

  @Test func `when a hub ends, what follows is requested from the next one`() {
    var viewer = Fetching.greeted()
    viewer.answer(.state(0, ["n": 0]), .counting(1), page: Self.page(1))
    #expect(viewer.history.lastNumber == 1)
    #expect(viewer.end() == [.disconnected(label: "One", instance: "a", .hubWentAway)])

    var next = Fetching()
    next.pasts = viewer.pasts
    next.welcome()
    next.take(.hello("One"))
    #expect(next.after == [1])
    // The program was started again meanwhile.
    next.answer(page: Self.page(0))
    #expect(next.after == [1, nil] && next.history.lastNumber == nil)
    // A page that promises more, and has nothing, is not asked for again and again.
    next.answer(.state(0, ["n": 9]), page: Self.page(0, hasMore: true))
    next.answer(page: Self.page(0, hasMore: true))
    #expect(next.after == [1, nil, 0])
    #expect(next.history.state(after: 0)?.tree == ["n": 9])
  }

  @Test func `what happens meanwhile is in a later page, and answers come through`() {
    var viewer = Fetching.greeted()
    var answer = WireRecord.commit(5)
    answer.reply = viewer.session.makeCommand(.snapshot(.init(request: 0)), "a").request
    viewer.events = []
    viewer.take(answer, of: "a")
    #expect(viewer.events == [.record("One", answer)])
    #expect(viewer.history.lastNumber == nil)
  }

  @Test func `a refused request leaves the state, and is not repeated`() {
    var viewer = Fetching.greeted()
    viewer.answer(.error("Nothing is held."))
    #expect(viewer.asked.map(\.type) == ["history", "snapshot"])
    viewer.answer(.state(4, ["n": 4]))
    viewer.take(.state(4, ["n": 4]), .counting(5))
    #expect(viewer.asked.count == 2)
    #expect(viewer.history.numbers == 4...5)
  }

  @Test(arguments: [nil, .pause, .viewer, .room, .connection] as [WireRecord.Dropped.Reason?])
  func `the hub is asked for a gap that it may hold`(reason: WireRecord.Dropped.Reason?) {
    var viewer = Fetching.greeted()
    viewer.answer(.state(0, ["n": 0]), page: Self.page(0))
    viewer.take(.dropped(1, 2, reason))
    let isAsked = reason != .room && reason != .connection
    #expect(viewer.after == (isAsked ? [nil, 0] : [nil]))
    guard isAsked else { return }
    // What comes with the answer is not asked about.
    viewer.answer(.dropped(1, 2, reason), .state(2, ["n": 2]), page: Self.page(2))
    #expect(viewer.after == [nil, 0])
    #expect(viewer.history.numbers == 0...2)
  }

  @Test func `of an old hub, the past begins with the state that it sends`() {
    var viewer = Fetching()
    viewer.welcome(holdsHistory: false)
    viewer.take(.hello("One"), .state(1, ["n": 1]), .counting(2))
    #expect(viewer.asked.isEmpty && viewer.history.numbers == 1...2)
    viewer.take(.error("There is no such record.", reply: 1))
    #expect(viewer.session.isUpToDate)
  }

  @Test func `programs that have ended are fetched, too`() {
    var viewer = Fetching()
    viewer.welcome()
    let list = 1
    viewer.take(.hello(.init(instance: "a", name: "Old", processID: 1, reply: list)))
    viewer.take(.page(.init(reply: list)))
    #expect(viewer.after == [nil] && viewer.session.isListed && viewer.events.isEmpty)
    viewer.answer(.state(0, ["n": 0]), .counting(1), page: Self.page(1))
    #expect(viewer.session.isUpToDate)
    #expect(viewer.pasts["a"]?.isConnected == false && viewer.history.numbers == 0...1)
  }

  @Test func `an unrequested state leads to a request, and the page says what is missing`() {
    var viewer = Fetching.greeted()
    let shortened = WireRecord.Page(reply: 0, last: 3, hasMore: false, isShortened: true)
    viewer.answer(.state(3, ["n": 3]), page: shortened)
    #expect(viewer.history.isShortened && viewer.after == [nil])
    viewer.take(.state(3, ["n": 3]))
    #expect(viewer.after == [nil, 3])
  }
}
