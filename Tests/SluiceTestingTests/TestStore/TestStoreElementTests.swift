import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Actions that elements' runs dispatch, expected by their own type and the elements' ids.
@Suite(.inTurn)
struct TestStoreElementTests {
  struct Job: Sendable, Equatable, Identifiable {
    let id: Int
    var hasGivenUp = false

    enum Change: Action { case start, giveUp }
  }
  struct Board: Sendable, Identifiable { let id: String }
  struct Daemon: Sendable, Equatable { var jobs: Entities<Job> = [Job(id: 1), Job(id: 4)] }
  struct Start: Action {}
  struct GaveUp: Action { let reason: String }

  private let job = Reducer<Job>(ReduceOn(GaveUp.self) { job, _ in job.hasGivenUp = true })
  private let starting = Effect<Void>.on(Start.self) { _, _ in GaveUp(reason: "no power") }

  private func withDaemon(_ body: (TestStore<Daemon, Void>) async throws -> Void) async throws {
    try await withTestStore(
      initialState: Daemon(),
      reducers: [job.lift(.each(\Daemon.jobs))]
    ) { store in
      store.register(
        feature: Feature<Job, Void>(id: "starting").effect(starting).lift(.each(\.jobs))
      )
      try await body(store)
    }
  }

  @Test func `an action of an element's run is received by its type and the id`() async throws {
    try await withDaemon { store in
      try await store.send(ElementAction<Job>(id: 4, action: Start()))
      let received = try await store.receive(GaveUp.self, element: 4) {
        $0.jobs[id: 4]?.hasGivenUp = true
      }
      #expect(received.reason == "no power")
    }
  }

  @Test(.throwingFailures)
  func `an action of another element is not the expected one`() async throws {
    await expectFailure(containing: "GaveUp of element 1 was expected next") {
      try await withDaemon { store in
        try await store.send(ElementAction<Job>(id: 4, action: Start()))
        try await store.receive(GaveUp.self, element: 1) { $0.jobs[id: 1]?.hasGivenUp = true }
      }
    }
  }

  @Test(.throwingFailures)
  func `an element within an element is named by all ids`() async throws {
    let inner = ElementAction<Job>(id: 4, action: GaveUp(reason: "late"))
    let action = ElementAction<Board>(id: "b", action: inner)
    try await withDaemon { store in
      store.dispatch(action: action)
      let received = try await store.receive(GaveUp.self, element: "b", 4)
      #expect(received.reason == "late")
    }
    for ids in [["b", 1], ["a", 4]] as [[any Hashable & Sendable]] {
      await expectFailure(containing: "GaveUp of element \(ids[0]), \(ids[1]) was expected next") {
        try await withDaemon { store in
          store.dispatch(action: action)
          try await store.receive(GaveUp.self, element: ids[0], ids[1])
        }
      }
    }
    await expectFailure(containing: "GaveUp of element 4 was expected next") {
      try await withDaemon { store in
        store.dispatch(action: action)
        try await store.receive(GaveUp.self, element: 4)
      }
    }
  }

  enum DaemonAction: Action {
    case job(Job.ID, Job.Change)
    case other
    var job: (Job.ID, Job.Change)? {
      if case .job(let id, let change) = self { (id, change) } else { nil }
    }
    static let jobs = Wrapping.element(\DaemonAction.job, DaemonAction.job)
  }

  @Test(.throwingFailures)
  func `an action that a part's feature wraps is received by its type and the wrapping`()
    async throws
  {
    let changing = Reducer<Job>(
      ReduceOn(Job.Change.self) { job, change in job.hasGivenUp = change == .giveUp }
    )
    let answering = Effect<Void>.on(Job.Change.self).map { change, _ in
      change == .start ? Job.Change.giveUp : nil
    }
    let feature = Feature<Job, Void>(id: "job").reducer(changing).effect(answering)
    func run(_ body: (TestStore<Daemon, Void>) async throws -> Void) async throws {
      try await withTestStore(initialState: Daemon(), reducers: []) { store in
        store.register(feature: feature.lift(.each(\.jobs), action: DaemonAction.jobs))
        try await store.send(DaemonAction.job(4, .start))
        try await body(store)
      }
    }
    try await run { store in
      let received = try await store.receive(Job.Change.self, at: DaemonAction.jobs) {
        $0.jobs[id: 4]?.hasGivenUp = true
      }
      #expect(received == .giveUp)
    }
    let other = Wrapping<DaemonAction, Int, Job.Change>.element({ _ in nil }, DaemonAction.job)
    await expectFailure(containing: "Change within DaemonAction was expected next") {
      try await run { try await $0.receive(Job.Change.self, at: other) }
    }
  }
}
