import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What all kinds of feedbacks that request one run for a value have in common.
extension FeedbackTests {
  enum Ending: Action {
    case now(Int)
    case later
    var now: Int? { if case .now(let number) = self { number } else { nil } }
  }

  typealias Change = @Sendable (inout Requests) -> Void

  private static let show: Change = { $0.isShown = true }
  private static let hide: Change = { $0.isShown = false }
  private static func query(_ query: String?) -> Change { { $0.query = query } }
  private static func rooms(_ rooms: Int...) -> Change { { $0.rooms = rooms } }

  /// Changes that request a run, that leave the request as it is, and that request one again.
  typealias Requesting = (first: Change, left: Change, again: [Change])

  /// Changes, each 0.4 seconds after the other, and what the runs note.
  typealias Course = (changes: [Change], events: [String])

  struct Kind: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let requests: Requesting
    let course: Course
    let feedback: @Sendable (FeedbackTests) -> Feedback<Requests, String>
  }

  /// What a condition's run notes.
  private var noting: @Sendable (String, RunContext<Requests>) async throws -> Void {
    let run: @Sendable (Bool, String, RunContext<Requests>) async throws -> Void =
      Self.noting(events)
    return { environment, context in try await run(true, environment, context) }
  }

  private static let afterNil: Course = (
    [query("a"), query("b"), query("b"), query("c"), query(nil), query("d"), query(nil)],
    ["+a env", "-a", "+d env", "xd"]
  )

  static let kinds = [
    Kind(
      testDescription: "when changed",
      requests: (first: rooms(1), left: rooms(2), again: [rooms(1, 2)]),
      course: ([rooms(1), rooms(2)], ["+0 env", "x0", "+1 env", "-1"])
    ) { Feedback(for: \.rooms.count, noting($0.events)) },
    Kind(
      testDescription: "when some",
      requests: (first: query("a"), left: query("a"), again: [query("b")]),
      course: (
        [query("a"), show, query("b"), query(nil), query("c"), hide],
        ["+a env", "xa", "+b env", "xb", "+c env", "-c"]
      )
    ) { Feedback(for: \.query, noting($0.events)) },
    Kind(
      testDescription: "first value after nil",
      requests: (first: query("a"), left: query("b"), again: [query(nil), query("b")]),
      course: afterNil
    ) { Feedback(for: \.query, restartsOnChange: false, noting($0.events)) },
    Kind(
      testDescription: "while",
      requests: (first: show, left: rooms(1), again: [hide, show]),
      course: ([show, query("a"), hide, show], ["+true env", "xtrue", "+true env", "-true"])
    ) { Feedback(while: \.isShown, $0.noting) },
    Kind(
      testDescription: "when it becomes true",
      requests: (first: show, left: rooms(1), again: [hide, show]),
      course: ([show, hide, show, hide], ["+true env", "xtrue", "+true env", "-true"])
    ) { Feedback(while: \.isShown, outlivesCondition: true, $0.noting) },
    Kind(
      testDescription: "each",
      requests: (first: rooms(1), left: query("a"), again: [rooms(), rooms(1)]),
      course: ([rooms(1), query("a"), rooms()], ["+1 env", "x1"])
    ) { Feedback(each: \.rooms, noting($0.events)) },
  ]

  @Test(arguments: kinds)
  func `a run starts when it is requested, and lasts as long as it is`(kind: Kind) async {
    register(kind.feedback(self))
    await bench.advance()
    for change in kind.course.changes { await request(change, then: 0.4) }
    await bench.advance(5)
    #expect(events.events == kind.course.events)
  }

  @Test(arguments: kinds, [Stop() as any Action, Ending.now(1)])
  func `a cancelled run is over until the state requests it again`(
    _ kind: Kind,
    by cancel: any Action
  ) async {
    register(
      kind.feedback(self).cancelled(by: Stop.self).cancelled(matching: ActionCase(\Ending.now))
        .repeat(after: .seconds(9))
    )
    await request(kind.requests.first)
    await bench.send(Ending.later)
    #expect(events.events.last?.first == "+")
    var seen = events.events.count
    store.dispatch(action: cancel)
    await request(kind.requests.left, then: 20)
    #expect(events.events.dropFirst(seen).map(\.first) == ["x"])
    seen = events.events.count
    for change in kind.requests.again { await request(change) }
    await bench.advance(1)
    #expect(events.events.dropFirst(seen).map(\.first) == ["+", "-"])
  }
}
