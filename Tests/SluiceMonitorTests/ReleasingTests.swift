import Sluice
import TestSupport
import Testing

@testable import SluiceCore
@testable import SluiceEffects
@testable import SluiceFeatures
@testable import SluiceMonitor

/// What the monitor no longer needs may dispatch when it is released.
///
/// In a process of their own: a lock that is taken twice stops the program.
@Suite(.inTurn, .serialized)
struct ReleasingTests {
  /// Where the monitor holds an action, an error, a state or a store, and how it comes to release it.
  private static let holders: [(name: String, steps: [ReleasingBench.Step])] = [
    ("a commit beyond the backlog", [.carry, .others(3)]),
    ("a commit that is absorbed", [.connect, .others(3), .carry, .others(1)]),
    ("a commit beyond the limit", [.connect, .carry, .endEffects(8)]),
    ("an error beyond the limit", [.connect, .fail, .endEffects(8)]),
    ("a commit at the disconnection", [.connect, .carry, .others(2), .disconnect]),
    ("an error at the disconnection", [.connect, .fail, .disconnect]),
    ("a state of the backlog", [.connect, .holdInFormerState, .takeBacklog]),
    ("a state at the disconnection", [.connect, .holdInFormerState, .disconnect]),
    ("a store that was watched before", [.attachToStoreThatEnds, .attach]),
  ]

  @Test(.unsanitized) func `what is released may use the store and the interceptor`() async {
    let progress = ChildProgress()
    let result = await #expect(processExitsWith: .success) {
      [progress = progress as ChildProgress] in
      for (name, steps) in ReleasingTests.holders {
        progress.begin(name)
        let bench = try ReleasingBench()
        for step in steps { bench.run(step) }
        try #require(bench.madeCount > 0)
        // What the interceptor's own thread reads at that moment, it releases.
        try wait(for: "\(bench.madeCount) witnesses to be released") {
          bench.store.state.released == bench.madeCount
        }
      }
    }
    let last = progress.end()
    if result == nil { Issue.record("It ended at “\(last)”.") }
  }
}

/// A store that is watched, and objects that use it and its interceptor when they are released.
private final class ReleasingBench {
  struct State: Sendable {
    var released = 0
    var witness: Witness?
  }

  enum Step {
    case connect
    case disconnect
    case takeBacklog
    /// Commits an action with a witness.
    case carry
    /// Commits actions that no reducer handles.
    case others(Int)
    /// Adds an effect that failed with a witness.
    case fail
    case endEffects(Int)
    /// Leaves a witness in a state that nobody holds but the monitor.
    case holdInFormerState
    /// Lets the monitor hold what is left of a store.
    case attachToStoreThatEnds
    case attach
  }

  private struct Released: Action {}
  private struct Other: Action {}
  private struct Carry: Action { let witness: Witness }
  private struct Failure: Error { let witness: Witness }

  private let watched: Watched<State>
  private(set) var madeCount = 0

  init() throws {
    watched = try Watched(Self.makeStore(), isListening: false) {
      $0.backlog = 2
      $0.limits = ExplorerLimits(commits: 4, heldStates: 4)
    }
  }

  var store: Store<State, Void> { watched.store }

  private static func makeStore() -> Store<State, Void> {
    let count = Reducer<State>(ReduceOn(Released.self) { state, _ in state.released += 1 })
    return Store(initialState: State(), reducers: [count])
  }

  func run(_ step: Step) {
    guard let link = watched.explorer.link else { return }
    switch step {
    case .connect: _ = link.connect()
    case .disconnect: link.disconnect(nil)
    case .takeBacklog: _ = link.takeBacklog(through: .max)
    case .carry: store.dispatch(action: Carry(witness: witness()))
    case .others(let count): for _ in 0..<count { store.dispatch(action: Other()) }
    case .fail: link.add(event(.failed(Failure(witness: witness()))))
    case .endEffects(let count): for _ in 0..<count { link.add(event(.ended)) }
    case .holdInFormerState:
      store.restore(State(witness: witness()))
      store.restore(State())
    case .attachToStoreThatEnds:
      let other = Self.makeStore()
      let probe = SourceProbe()
      other.register(interceptor: probe)
      other.unregisterInterceptors(ofType: SourceProbe.self)
      other.restore(State(witness: witness()))
      probe.attach(link)
    case .attach:
      let probe = SourceProbe()
      store.register(interceptor: probe)
      probe.attach(link)
    }
  }

  private func witness() -> Witness {
    madeCount += 1
    return Witness { [weak store = watched.store, weak explorer = watched.explorer] in
      store?.dispatch(action: Released())
      // A dispatch within a delivery is delivered later, and does not reach the monitor here.
      _ = explorer?.endpoint
    }
  }

  private func event(_ kind: EffectEvent.Kind) -> EventBuffer.Event.Kind {
    let event = EffectEvent(
      run: EffectRunID(effect: "e", number: 1),
      kind: kind,
      commit: 1,
      duration: nil,
      site: ActionOrigin.Site(fileID: "Tests/Events.swift", line: 1, function: "events")
    )
    return .effect(event, at: .zero)
  }
}

/// Keeps the source that it is attached to.
private final class SourceProbe: AttachedInterceptor, @unchecked Sendable {
  // `@unchecked`: written by the thread that registers, before it reads.
  typealias State = ReleasingBench.State
  private var source: StateSource?

  func attach(_ link: Link) {
    guard let source else { return }
    link.attach(to: source, after: 0, state: source.snapshot().state)
  }

  func attached(to source: StateSource, after number: Int, state: HeldState) {
    self.source = source
  }
  func detached() {}
  func committed(_ commit: Commit<State>) {}
}
