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

  /// A program that counts: each commit adds one to `count`, and each third one sets `third`.
  static func counting(
    to last: Int,
    from first: Int = 1,
    hello: WireRecord.Hello = counter
  ) -> [HubEvent] {
    let label = hello.name
    var events: [HubEvent] = []
    if first == 1 {
      events.append(.connected(label: label, hello))
      events.append(record(.state(.init(number: 0, state: state(0))), hello))
    }
    for number in first..<last + 1 {
      events.append(record(.commit(commit(number)), hello))
    }
    return events
  }

  /// A commit that restored a state, as a program says it.
  static func restored(_ number: Int, _ reason: String, _ details: Tree.Object) -> HubEvent {
    let reason = Tree.enumCase(name: reason, payload: details)
    let payload = Tree.object(Tree.Object([.init(key: "reason", value: reason)]))
    return record(
      .commit(
        .init(
          number: number,
          time: Int64(number) * 10_000,
          action: .init(type: "StateRestored", payload: payload)
        )
      )
    )
  }

  static func record(_ record: WireRecord, _ hello: WireRecord.Hello = counter) -> HubEvent {
    .record(label: hello.name, instance: hello.instance, record)
  }

  static func commit(_ number: Int) -> WireRecord.Commit {
    var changes: [TreeChange] = [
      .set(
        TreePath([.key("count")]),
        old: .integer(Int64(number - 1)),
        new: .integer(Int64(number))
      )
    ]
    if number % 3 == 0 {
      changes.append(
        .set(
          TreePath([.key("third")]),
          old: .integer(Int64(number - 3)),
          new: .integer(Int64(number))
        )
      )
    }
    return WireRecord.Commit(
      number: number,
      time: Int64(number) * 10_000,
      action: .init(type: number % 3 == 0 ? "Third" : "Add", payload: payload(number)),
      origin: .init(file: "App/Counter.swift", line: number, function: "tap()"),
      changes: changes
    )
  }

  private static func payload(_ number: Int) -> Tree {
    .object(Tree.Object([.init(key: "by", value: .integer(Int64(number)))]))
  }

  static func state(_ number: Int) -> Tree {
    .object(
      Tree.Object([
        .init(key: "count", value: .integer(Int64(number))),
        .init(key: "third", value: .integer(Int64(number / 3 * 3))),
      ])
    )
  }

  /// The state of a screen after some events, with all questions answered.
  static func screen(
    _ events: [HubEvent],
    columns: Int = 80,
    rows: Int = 24
  ) -> ScreenState {
    var desk = Desk(ScreenState())
    desk.take(Resized(size: GridSize(columns: columns, rows: rows)))
    desk.hear(events)
    return desk.state
  }

  /// The events of a session among the golden files of the Explorer.
  static func session(_ name: String) throws -> [HubEvent] {
    let path = GoldenText.path(name).replacing("ExplorerScreenTests", with: "ExplorerKitTests")
    let player = SessionPlayer(
      try InputFile(at: path),
      longestLine: .unlimited,
      pace: ReplayPace(speed: nil)
    )
    var events: [HubEvent] = []
    while let more = try player.turn(alsoWaitingFor: []) { events += more }
    return events
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
      case .disconnected(_, let instance, _):
        guard let index = pasts.firstIndex(where: { $0.instance == instance }) else { continue }
        pasts[index].end(gone: 1)
      case .problem, .held: break
      }
    }
    self.init(pasts: pasts, problem: events.lazy.compactMap(\.failureText).last)
  }
}

extension ShownPast {
  init(instance: String, limits: History.Limits = History.Limits(), filter: Filter? = nil) {
    let hello = WireRecord.Hello(instance: instance, name: "Counter", processID: 1)
    self.init(Past(hello, label: "Counter", limits), filter: filter)
  }

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
}

extension ScreenEnvironment {
  static let unused = ScreenEnvironment(
    send: { _, _ in throw ScreenFailure(description: "Nobody answers.") },
    copy: { _ in },
    write: { _, _ in },
    open: { _, _ in }
  )
}

/// What a screen asked for.
final class Outside: Sendable {
  let commands = Guarded<[WireRecord]>([])
  let texts = Guarded<[String]>([])

  /// Answers each command with a commit.
  var environment: ScreenEnvironment {
    var environment = ScreenEnvironment.unused
    environment.send = { command, _ in
      self.commands.withLock { $0.append(command) }
      return .commit(ScreenFixture.commit(9))
    }
    environment.copy = { text in self.texts.withLock { $0.append(text) } }
    return environment
  }
}

typealias TestScreen = TestStore<ScreenState, ScreenEnvironment>

/// Calls a test with a screen that has heard something, and whose feedbacks run.
func withScreen(
  _ state: ScreenState,
  environment: ScreenEnvironment = .unused,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  _ body: (TestScreen) async throws -> Void
) async throws {
  try await withTestStore(
    initialState: state,
    environment: environment,
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
    for action in Desk.actions(typing: text) { try await send(action) }
  }

  /// Waits until the pane shows what it has to show, and nobody waits for an answer.
  func awaitAnswers() async throws {
    while state.detail.isAwaited { try await receive(PaneAnswered.self) }
    while state.asked != nil { try await receive(PastAnswered.self) }
  }
}
