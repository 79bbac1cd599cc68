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
        let watched = try Watched()
        watched.release(from: holder)
        try #require(watched.madeCount > 0)
        // What the interceptor's own thread reads at that moment, it releases.
        try wait(for: "\(watched.madeCount) witnesses to be released") {
          watched.store.state.released == watched.madeCount
        }
      }
    }
    let last = progress.end()
    if result == nil { Issue.record("It ended at “\(last)”.") }
  }
}

/// A store that is watched, and objects that use it and its interceptor when they are released.
private final class Watched {
  struct State: Sendable {
    var released = 0
    var witness: Witness?
  }

  struct Released: Action {}

  struct Carry: Action {
    let witness: Witness
  }

  final class Witness: Sendable {
    private let onDeinit: @Sendable () -> Void

    init(_ onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }

    deinit { onDeinit() }
  }

  struct Failure: Error {
    let witness: Witness
  }

  let store: Store<State, Void>
  private(set) var madeCount = 0
  private let hub: TestHub
  private let interceptor: ExplorerInterceptor<State>

  init() throws {
    store = Self.makeStore()
    hub = try TestHub(isListening: false)
    interceptor = ExplorerInterceptor(endpoint: hub.address) {
      $0.backlog = 2
      $0.limits = ExplorerLimits(commits: 4, heldStates: 4)
    }
    store.register(interceptor: interceptor)
  }

  private static func makeStore() -> Store<State, Void> {
    Store(
      initialState: State(),
      reducers: [
        Reducer(ReduceOn(Released.self) { state, _ in state.released += 1 })
      ]
    )
  }

  func release(from holder: ReleasingTests.Holder) {
    guard let link = interceptor.link else { return }
    switch holder {
    case .commitBeyondBacklog:
      carry(1)
      dispatchOthers(3)
    case .commitThatIsAbsorbed:
      _ = link.connect()
      dispatchOthers(3)
      carry(1)
      dispatchOthers(1)
    case .commitBeyondLimit:
      _ = link.connect()
      carry(1)
      for _ in 0..<8 { link.add(event(.ended)) }
    case .errorBeyondLimit:
      _ = link.connect()
      link.add(event(.failed(Failure(witness: witness()))))
      for _ in 0..<8 { link.add(event(.ended)) }
    case .commitAtDisconnection:
      _ = link.connect()
      carry(1)
      dispatchOthers(2)
      link.disconnect(nil)
    case .errorAtDisconnection:
      _ = link.connect()
      link.add(event(.failed(Failure(witness: witness()))))
      link.disconnect(nil)
    case .stateOfBacklog:
      _ = link.connect()
      holdInFormerState()
      _ = link.takeBacklog(through: .max)
    case .stateAtDisconnection:
      _ = link.connect()
      holdInFormerState()
      link.disconnect(nil)
    case .storeWatchedBefore:
      attachToStoreThatEnds(link)
      let probe = SourceProbe()
      store.register(interceptor: probe)
      if let source = probe.source {
        link.attach(to: source, after: 0, state: source.snapshot().state)
      }
    }
  }

  private func witness() -> Witness {
    madeCount += 1
    return Witness { [weak store, weak interceptor] in
      store?.dispatch(action: Released())
      // A dispatch within a delivery is delivered later, and does not reach the monitor here.
      _ = interceptor?.endpoint
    }
  }

  private func carry(_ count: Int) {
    for _ in 0..<count { store.dispatch(action: Carry(witness: witness())) }
  }

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

  /// Lets the monitor hold what is left of a store.
  private func attachToStoreThatEnds(_ link: Link) {
    let other = Self.makeStore()
    let probe = SourceProbe()
    other.register(interceptor: probe)
    other.unregisterInterceptors(ofType: SourceProbe.self)
    other.restore(State(witness: witness()))
    if let source = probe.source {
      link.attach(to: source, after: 0, state: source.snapshot().state)
    }
  }

  private func event(_ kind: EffectEvent.Kind) -> EffectEvent {
    EffectEvent(run: EffectRunID(effect: "e", number: 1), kind: kind, commit: 1, duration: nil)
  }
}

/// Keeps the source that it is attached to.
private final class SourceProbe: AttachedInterceptor, @unchecked Sendable {
  // `@unchecked`: written by the thread that registers, before it reads.
  typealias State = Watched.State
  private(set) var source: StateSource?

  func attached(to source: StateSource, after number: Int, state: HeldState) {
    self.source = source
  }
  func detached() {}
  func committed(_ commit: Commit<State>) {}
}
