import ExplorerTerminal
import Sluice
import SluiceSocket
import SluiceTesting
import SluiceTree
import SluiceWire
import TestSupport

@testable import ExplorerKit

/// What programs say, and screens that have heard it.
enum ScreenFixture {
  static let counter = WireRecord.Hello(
    instance: "counter",
    name: "Counter",
    processID: 7,
    capabilities: [.dispatch, .restoreByNumber, .restoreWithout],
    accepts: ["Add", "Reset"]
  )

  /// The same program in another process.
  static var restarted: WireRecord.Hello {
    var hello = counter
    (hello.instance, hello.processID) = ("counter-2", 8)
    return hello
  }

  /// The end of the counter.
  static let end = HubEvent.disconnected(label: "Counter", instance: "counter", .goodbye)

  /// A program that counts: each commit adds one to `count`, and each third one sets `third`.
  static func counting(
    to last: Int,
    from first: Int = 1,
    hello: WireRecord.Hello = counter
  ) -> [HubEvent] {
    let beginning: [HubEvent] = [
      .connected(label: hello.name, hello), record(.state(counted: 0), hello),
    ]
    let commits = (first..<last + 1).map { record(.commit(commit($0)), hello) }
    return (first == 1 ? beginning : []) + commits
  }

  /// A commit that restored a state, as a program says it.
  static func restored(_ number: Int, _ reason: String, _ details: Tree.Object) -> HubEvent {
    let reason = Tree.enumCase(name: reason, payload: details)
    let action = WireRecord.Action(type: "StateRestored", payload: ["reason": reason])
    return record(.commit(.init(number: number, time: Int64(number) * 10_000, action: action)))
  }

  static func record(_ record: WireRecord, _ hello: WireRecord.Hello = counter) -> HubEvent {
    .record(label: hello.name, instance: hello.instance, record)
  }

  static func effect(
    _ event: WireRecord.Effect.Event,
    _ name: String = "save",
    run: Int = 1,
    commit: Int
  ) -> WireRecord {
    .effect(.init(event: event, effect: name, run: run, commit: commit, time: 1))
  }

  static func commit(_ number: Int) -> WireRecord.Commit {
    let changes: [TreeChange] = [
      .set(["count"], old: .number(number - 1), new: .number(number)),
      .set(["third"], old: .number(number - 3), new: .number(number)),
    ]
    return WireRecord.Commit(
      number: number,
      time: Int64(number) * 10_000,
      action: .init(type: number % 3 == 0 ? "Third" : "Add", payload: ["by": .number(number)]),
      origin: .init(file: "App/Counter.swift", line: number, function: "tap()"),
      changes: number % 3 == 0 ? changes : Array(changes.prefix(1))
    )
  }

  static func state(_ number: Int) -> Tree {
    ["count": .number(number), "third": .number(number / 3 * 3)]
  }

  /// The events of a session among the golden files of the Explorer.
  static func session(_ name: String) throws -> [HubEvent] {
    let path = GoldenText.path(name).replacing("ExplorerScreenTests", with: "ExplorerKitTests")
    let file = try InputFile(at: path)
    let player = SessionPlayer(file, longestLine: .unlimited, pace: ReplayPace(speed: nil))
    var events: [HubEvent] = []
    while let more = try player.turn(alsoWaitingFor: []) { events += more }
    return events
  }
}

extension WireRecord {
  /// A commit of the counter.
  static func counted(_ number: Int) -> WireRecord { .commit(ScreenFixture.commit(number)) }

  /// The state of the counter after a commit.
  static func state(counted number: Int) -> WireRecord {
    .state(.init(number: number, state: ScreenFixture.state(number)))
  }

  /// Commits that the program dropped.
  static func missing(_ numbers: ClosedRange<Int>) -> WireRecord {
    .dropped(.init(count: numbers.count, from: numbers.lowerBound, to: numbers.upperBound))
  }
}

extension Past {
  /// What is known of a program, as a screen asks for it.
  init(_ hello: WireRecord.Hello, label: String, _ limits: History.Limits = History.Limits()) {
    self.init(label: label, hello, History(limits), isTallying: true)
  }
}

extension Arrived {
  /// What is known once a screen's programs have done more.
  ///
  /// - Parameters:
  ///   - time: When it came; `nil` if it was recorded.
  ///   - limits: Those of programs that the screen doesn't know.
  init(
    events: [HubEvent],
    after state: ScreenState,
    time: Int64? = nil,
    limits: History.Limits = History.Limits()
  ) {
    var pasts = state.watching.programs.map(\.past.past)
    for event in events {
      switch event {
      case .connected(let label, let hello):
        if let index = pasts.firstIndex(where: { $0.instance == hello.instance }) {
          pasts[index].resume(hello, label: label)
        } else {
          pasts.append(Past(hello, label: label, limits))
        }
      case .record(_, let instance, let record):
        guard let index = pasts.firstIndex(where: { $0.instance == instance }) else { continue }
        _ = pasts[index].take(record, at: time)
      case .disconnected(_, let instance, let end):
        guard let index = pasts.firstIndex(where: { $0.instance == instance }) else { continue }
        pasts[index].end(gone: 1, isOrderly: end == .goodbye)
      case .problem, .answer: break
      }
    }
    self.init(pasts: pasts, problem: events.lazy.compactMap(\.failureText).last, time: time)
  }
}

extension ShownPast {
  init(limits: History.Limits = History.Limits(), filter: Filter? = nil) {
    let past = Past(ScreenFixture.counter, label: "Counter", limits)
    self.init(past, filter: filter)
  }

  var numbers: [Int] { rows.map(\.number) }

  /// Looks at once for the values of new pins.
  mutating func fillPins() {
    for pin in pins where !pin.isFilled { fill(pin.filled(in: history), from: past.beginning) }
  }

  /// Shows what is known after a record.
  mutating func take(_ record: WireRecord) {
    var past = past
    _ = past.take(record)
    advance(to: past)
  }

  /// Shows what is known after each fifty events of the program: as if they came within a frame.
  mutating func take(_ events: [HubEvent]) {
    for start in stride(from: 0, to: events.count, by: 50) {
      var past = past
      for case .record(_, _, let record) in events[start...].prefix(50) { _ = past.take(record) }
      advance(to: past)
    }
  }

  /// Looks for all that the filter admits.
  mutating func endSearch() {
    while isSearching, var search { show(search.advance(in: history), foundBy: search) }
  }
}

extension ScreenEnvironment {
  static let unused = ScreenEnvironment(
    send: { _, _ in throw ScreenFailure(description: "Nobody answers.") },
    copy: { _ in },
    write: { _, _ in },
    open: { _, _ in }
  )
}

typealias TestScreen = TestStore<ScreenState, ScreenEnvironment>

/// Calls a test with a screen that has heard something, and whose feedbacks run.
func withScreen(
  _ state: ScreenState,
  environment: ScreenEnvironment = .unused,
  clock: TestClock = TestClock(),
  filePath: StaticString = #filePath,
  line: UInt = #line,
  _ body: (TestScreen) async throws -> Void
) async throws {
  try await withTestStore(
    initialState: state,
    environment: environment,
    clock: clock,
    filePath: filePath,
    line: line
  ) { store in
    store.exhaustivity = .off
    store.registerScreen()
    try await body(store)
  }
}

extension TestStore<ScreenState, ScreenEnvironment> {
  /// Types keys, of which control characters stand for those that terminals send them for.
  func type(_ text: String) async throws {
    for key in text.map(Desk.key) { try await send(InputReceived(input: .key(key))) }
  }

  /// Waits until the pane shows what it has to show, and nobody waits for an answer.
  func awaitAnswers() async throws {
    while state.asked != nil || state.detail.isAwaited || state.find?.isDone == false {
      if state.asked != nil {
        try await receive(PastAnswered.self)
      } else if state.find?.isDone == false {
        try await receive(FoundMore.self)
      } else {
        try await receive(PaneAnswered.self)
      }
    }
  }

  /// Waits until all that was asked for has been done.
  func awaitRequests() async throws {
    while !state.requests.pending.isEmpty { try await receive(RequestEnded.self) }
  }
}
