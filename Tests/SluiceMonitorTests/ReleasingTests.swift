import TestSupport
import Testing

@testable import Sluice
@testable import SluiceMonitor

/// What the monitor no longer needs may dispatch when it is released.
///
/// In a process of their own: a lock that is taken twice stops the program.
@Suite(.inTurn, .serialized)
struct ReleasingTests {
  /// Where the monitor holds an action, an error, a state or a store.
  enum Holder: CaseIterable {
    case commitBeyondBacklog
    case commitThatIsAbsorbed
    case commitBeyondLimit
    case errorBeyondLimit
    case commitAtDisconnection
    case errorAtDisconnection
    case stateOfBacklog
    case stateAtDisconnection
    case storeWatchedBefore
  }

  @Test(.unsanitized) func `what is released may use the store and the interceptor`() async {
    let progress = ChildProgress()
    let result = await #expect(processExitsWith: .success) {
      [progress = progress as ChildProgress] in
      for holder in Holder.allCases {
        progress.begin("\(holder)")
        let bench = try ReleasingBench()
        bench.release(from: holder)
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

  struct Released: Action {}

  struct Carry: Action {
    let witness: Witness
  }

  struct Failure: Error {
    let witness: Witness
  }

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

  func release(from holder: ReleasingTests.Holder) {
    guard let link = watched.explorer.link else { return }
    if holder != .commitBeyondBacklog, holder != .storeWatchedBefore { _ = link.connect() }
    switch holder {
    case .commitBeyondBacklog:
      carry()
      dispatchOthers(3)
    case .commitThatIsAbsorbed:
      dispatchOthers(3)
      carry()
      dispatchOthers(1)
    case .commitBeyondLimit:
      carry()
      for _ in 0..<8 { add(.ended, to: link) }
    case .errorBeyondLimit:
      add(.failed(Failure(witness: witness())), to: link)
      for _ in 0..<8 { add(.ended, to: link) }
    case .commitAtDisconnection:
      carry()
      dispatchOthers(2)
      link.disconnect(nil)
    case .errorAtDisconnection:
      add(.failed(Failure(witness: witness())), to: link)
      link.disconnect(nil)
    case .stateOfBacklog:
      holdInFormerState()
      _ = link.takeBacklog(through: .max)
    case .stateAtDisconnection:
      holdInFormerState()
      link.disconnect(nil)
    case .storeWatchedBefore:
      // The monitor holds what is left of a store.
      let other = Self.makeStore()
      let probe = SourceProbe()
      other.register(interceptor: probe)
      other.unregisterInterceptors(ofType: SourceProbe.self)
      other.restore(State(witness: witness()))
      probe.attach(link)
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

  private func carry() { store.dispatch(action: Carry(witness: witness())) }

  /// Actions that no reducer handles.
  private func dispatchOthers(_ count: Int) {
    struct Other: Action {}
    for _ in 0..<count { store.dispatch(action: Other()) }
  }

  /// Leaves a witness in a state that nobody holds but the monitor.
  private func holdInFormerState() {
    store.restore(State(witness: witness()))
    store.restore(State())
  }

  private func add(_ kind: EffectEvent.Kind, to link: Link) {
    let run = EffectRunID(effect: "e", number: 1)
    link.add(EffectEvent(run: run, kind: kind, commit: 1, duration: nil))
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
