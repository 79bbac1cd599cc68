import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What a viewer asks a hub for, and when: a session that receives what a hub would send.
@Suite(.inTurn)
struct PastFetchTests {
  private struct Fetching {
    var session = ViewerSession(longestRecord: 1 << 20, isFetching: true)
    var pasts = Pasts()
    var events: [HubEvent] = []
    /// What was asked for, but for the list of programs.
    var asked: [WireRecord] = []
    var isListAsked = false

    init(isWelcome: Bool = true) {
      if isWelcome { welcome() }
    }

    mutating func welcome(holdsHistory: Bool = true) {
      take(.welcome(.init(longestRecord: 1 << 20, capabilities: holdsHistory ? [.history] : [])))
    }

    mutating func take(_ records: WireRecord...) {
      var output = ViewerSession.Output()
      for record in records {
        let isReply = record.reply != nil
        let line = WireEnvelope(instance: isReply ? nil : "a", record).line()
        session.receive(line[...], pasts: &pasts, output: &output)
      }
      events += output.events
      for line in output.answers.split(separator: UInt8(ascii: "\n")) {
        guard let envelope = try? WireEnvelope(line: line) else { continue }
        if envelope.instance == nil { isListAsked = true } else { asked.append(envelope.record) }
      }
    }

    /// Answers the request that was asked last.
    mutating func answer(_ records: WireRecord...) {
      for var record in records {
        record.reply = asked.last?.request
        take(record)
      }
    }

    mutating func answer(page last: Int?, hasMore: Bool = false) {
      let reply = asked.last?.request ?? 0
      take(.page(.init(reply: reply, last: last, hasMore: hasMore)))
    }

    var history: History { pasts["a"]?.history ?? History() }
    /// The commits behind which pages were asked for.
    var after: [Int?] {
      asked.compactMap { if case .history(let request) = $0 { request.after } else { nil } }
    }
  }

  private static let hello = WireRecord.hello("One")

  @Test func `nothing is requested before it is known whether history is held`() {
    var viewer = Fetching(isWelcome: false)
    #expect(viewer.asked.isEmpty && !viewer.isListAsked && !viewer.session.isUpToDate)
    viewer.welcome()
    viewer.take(Self.hello)
    #expect(viewer.isListAsked && viewer.after == [nil])
    #expect(!viewer.session.isUpToDate)
  }

  @Test func `when a hub ends, what follows is requested from the next one`() {
    var viewer = Fetching()
    viewer.take(Self.hello)
    viewer.answer(.state(0, ["a": 0]), FetchedPastTests.changing(1))
    viewer.answer(page: 1)
    #expect(viewer.history.lastNumber == 1)
    var output = ViewerSession.Output()
    viewer.session.end(pasts: &viewer.pasts, output: &output)
    #expect(output.events == [.disconnected(label: "One", instance: "a", .hubWentAway)])

    var next = Fetching(isWelcome: false)
    next.pasts = viewer.pasts
    next.welcome()
    next.take(Self.hello)
    #expect(next.after == [1])
    // The program was started again meanwhile.
    next.answer(page: 0)
    #expect(next.after == [1, nil] && next.history.lastNumber == nil)
    next.answer(.state(0, ["a": 9]))
    // A page that promises more, and has nothing, is not asked for again and again.
    next.answer(page: 0, hasMore: true)
    next.answer(page: 0, hasMore: true)
    #expect(next.after == [1, nil, 0])
    #expect(next.history.state(after: 0)?.tree == ["a": 9])
  }

  @Test func `what happens meanwhile is in a later page, and answers come through`() {
    var viewer = Fetching()
    viewer.take(Self.hello)
    let request = viewer.session.makeCommand(.snapshot(.init(request: 0)), "a").request
    var answer = WireRecord.commit(5)
    answer.reply = request
    var output = ViewerSession.Output()
    let line = WireEnvelope(instance: "a", answer).line()
    viewer.session.receive(line[...], pasts: &viewer.pasts, output: &output)
    #expect(output.events == [.record(label: "One", instance: "a", answer)])
    #expect(viewer.history.lastNumber == nil)
  }

  @Test func `a refused request leaves the state, and is not repeated`() {
    var viewer = Fetching()
    viewer.take(Self.hello)
    viewer.answer(.error(.init(message: "Nothing is held.")))
    #expect(viewer.asked.last == .snapshot(.init(request: viewer.asked.last?.request ?? 0)))
    viewer.answer(.state(4, ["a": 4]))
    viewer.take(.state(4, ["a": 4]), FetchedPastTests.changing(5))
    #expect(viewer.asked.count == 2)
    #expect(viewer.history.numbers == 4...5)
  }

  @Test(arguments: [nil, .pause, .viewer, .room, .connection] as [WireRecord.Dropped.Reason?])
  func `the hub is asked for a gap that it may hold`(reason: WireRecord.Dropped.Reason?) {
    var viewer = Fetching()
    viewer.take(Self.hello)
    viewer.answer(.state(0, ["a": 0]))
    viewer.answer(page: 0)
    viewer.take(.dropped(1, 2, reason))
    let isAsked = reason != .room && reason != .connection
    #expect(viewer.after == (isAsked ? [nil, 0] : [nil]))
    guard isAsked else { return }
    // What comes with the answer is not asked about.
    viewer.answer(.dropped(1, 2, reason))
    viewer.answer(.state(2, ["a": 2]))
    viewer.answer(page: 2)
    #expect(viewer.after == [nil, 0])
    #expect(viewer.history.numbers == 0...2)
  }

  @Test func `of an old hub, the past begins with the state that it sends`() {
    var viewer = Fetching(isWelcome: false)
    viewer.welcome(holdsHistory: false)
    viewer.take(Self.hello, .state(1, ["a": 1]), FetchedPastTests.changing(2))
    #expect(viewer.asked.isEmpty && viewer.history.numbers == 1...2)
    viewer.take(.error(.init(message: "There is no such record.", reply: 1)))
    #expect(viewer.session.isUpToDate)
  }

  @Test func `programs that have ended are fetched, too`() {
    var viewer = Fetching()
    let list = 1
    viewer.take(.hello(.init(instance: "a", name: "Old", processID: 1, reply: list)))
    viewer.take(.page(.init(reply: list)))
    #expect(viewer.after == [nil] && viewer.session.isListed && viewer.events.isEmpty)
    viewer.answer(.state(0, ["a": 0]), FetchedPastTests.changing(1))
    viewer.answer(page: 1)
    #expect(viewer.session.isUpToDate)
    #expect(viewer.pasts["a"]?.isConnected == false && viewer.history.numbers == 0...1)
  }

  @Test func `an unrequested state leads to a request, and the page says what is missing`() {
    var viewer = Fetching()
    viewer.take(Self.hello)
    viewer.answer(.state(3, ["a": 3]))
    let reply = viewer.asked.last?.request ?? 0
    viewer.take(.page(.init(reply: reply, last: 3, hasMore: false, isShortened: true)))
    #expect(viewer.history.isShortened && viewer.after == [nil])
    viewer.take(.state(3, ["a": 3]))
    #expect(viewer.after == [nil, 3])
  }

  @Test func `programs whose hub went away are held, however many`() {
    var viewer = Fetching()
    viewer.pasts = Pasts(Pasts.Limits(ended: 0))
    viewer.take(Self.hello)
    viewer.answer(.state(0, ["a": 0]))
    viewer.answer(page: 0)
    var output = ViewerSession.Output()
    viewer.session.end(pasts: &viewer.pasts, output: &output)
    #expect(viewer.pasts["a"]?.isConnected == false && viewer.history.numbers == 0...0)
  }
}
