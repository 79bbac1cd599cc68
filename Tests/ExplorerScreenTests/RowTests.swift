import ExplorerTerminal
import Sluice
import SluiceSocket
import SluiceTesting
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// The rows of the list, as its history loses commits.
@Suite struct RowTests {
  private static let limits = History.Limits(commits: 100)

  /// A commit whose action has a type of its own.
  private static func rare(_ number: Int) -> HubEvent {
    var commit = ScreenFixture.commit(number)
    commit.action.type = "Rare"
    return ScreenFixture.record(.commit(commit))
  }

  /// A screen with room for a hundred commits that has heard of a thousand.
  ///
  /// - Parameter rare: The commits that a filter for `type:Rare` admits.
  private static func screen(_ rare: Set<Int>) throws -> ScreenState {
    var state = ScreenState()
    state.watching.limits = limits
    state.watching.filter = try Filter(parsing: "type:Rare")
    let store = Store(initialState: state, environment: ScreenEnvironment.unused)
    store.registerScreen()
    store.dispatch(action: Resized(size: GridSize(columns: 80, rows: 24)))
    let events = ScreenFixture.counting(to: 1_000)
    // In front are the connection and the state.
    let commits = events.dropFirst(2).enumerated().map { index, event in
      rare.contains(index + 1) ? Self.rare(index + 1) : event
    }
    store.dispatch(action: Arrived(events: Array(events[..<2]) + commits))
    store.dispatch(action: TogglePin(path: StatePath([.key("third")])))
    return store.state
  }

  @Test func `each row stands for a commit that is held`() {
    var past = Past(instance: "x", limits: Self.limits)
    past.take(.state(.init(number: 0, state: ScreenFixture.state(0))), label: "x")
    for number in 1...1_000 {
      past.take(.commit(ScreenFixture.commit(number)), label: "x")
      let first = past.history.numbers?.lowerBound ?? 0
      guard past.rows.first?.number == first + 1 else {
        Issue.record("\(past.rows.first?.number ?? 0) is the first row, behind \(first).")
        return
      }
    }
    #expect(past.history.numbers?.lowerBound ?? 0 > 700)
    #expect(past.rows.last?.number == 1_000)
  }

  @Test(arguments: [[5], [5] + Array(940...1_000)])
  func `the first row of a filter leads to a commit that is held`(_ rare: [Int]) async throws {
    let state = try Self.screen(Set(rare))
    let held = rare.filter { state.past.history.commit($0) != nil }
    #expect(state.past.rows.map(\.number) == held)
    let store = Store(initialState: state, environment: ScreenEnvironment.unused)
    store.registerScreen()
    ScreenInput(store: store).take(.key("g"))
    ScreenInput(store: store).take(.key("["))
    #expect(!store.selectCurrent(ScreenSelectors.grid).text().contains("missing"))
  }

  @Test func `an effect that fails late shows no commit that is gone`() throws {
    var state = try Self.screen([])
    let first = try #require(state.past.history.numbers?.lowerBound)
    state.watching.programs[0].past
      .show(try Filter(parsing: "effect:load"), label: "Counter")
    for number in [5, first, first + 1] {
      let failure = WireRecord.Effect(
        event: .failed,
        effect: "load",
        run: number,
        commit: number,
        time: 1
      )
      state.watching.programs[0].past.take(.effect(failure), label: "Counter")
    }
    #expect(state.past.rows.map(\.number) == [first + 1])
    state.watching.programs[0].past
      .show(try Filter(parsing: "effect:load"), label: "Counter")
    #expect(state.past.rows.map(\.number) == [first + 1])
  }
}
