import Sluice
import SluiceRecordings
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import SluiceMonitor

/// Actions for elements, and the runs of their effects, as an Explorer sees them.
@Suite(.inTurn)
struct ElementActionTests {
  struct WatchedJob: Codable, Equatable, Identifiable {
    struct Part: Codable, Equatable, Identifiable {
      var id: String
      var isDone = false
    }

    var id: Int
    var output: String?
    var parts: [Part] = []
  }

  struct Daemon: Codable, Equatable {
    var jobs = [WatchedJob(id: 1), WatchedJob(id: 4, parts: [WatchedJob.Part(id: "a")])]
  }

  struct Run: EncodableAction {}

  struct Finished: Action, Codable {
    var output: String
  }

  struct PartDone: Action, Codable {}

  private static let reducer: Reducer<Daemon> = {
    let part = Reducer<WatchedJob.Part>(ReduceOn(PartDone.self) { part, _ in part.isDone = true })
    let job = Reducer<WatchedJob>(
      ReduceOn(Run.self) { _, _ in },
      ReduceOn(Finished.self) { $0.output = $1.output }
    )
    let parts = part.lift(.each(\WatchedJob.parts))
    return Reducer.combine(job, parts).lift(.each(\Daemon.jobs))
  }()

  private static func makeStore() -> Store<Daemon, Void> {
    Store(initialState: Daemon(), reducers: [reducer])
  }

  private static let nested = ElementAction<WatchedJob>(
    id: 4,
    action: ElementAction<WatchedJob.Part>(id: "a", action: PartDone())
  )

  /// Records what the store dispatches.
  private static func records(
    _ configure: (inout ExplorerConfiguration<Daemon>) -> Void = { _ in },
    _ body: (Store<Daemon, Void>) async throws -> Void
  ) async throws -> [WireRecord] {
    let file = Recorded()
    do {
      let recorded = RecordedStore(makeStore(), at: file, configure)
      try await body(recorded.store)
      recorded.flush()
    }
    return try file.recordsToTheEnd()
  }

  private static func actions(in records: [WireRecord]) -> [WireRecord.Action] {
    records.compactMap { if case .commit(let commit) = $0 { commit.action } else { nil } }
  }

  @TaskLocal private static var trace = "none"

  @Test func `what an action takes along is part of its origin`() async throws {
    let records = try await Self.records { store in
      store.dispatch(action: Self.nested)
      store.carry(Self.$trace, as: "trace")
      Self.$trace.withValue("4f") { store.dispatch(action: Self.nested) }
    }
    let carried = records.compactMap { record -> Tree?? in
      if case .commit(let commit) = record { .some(commit.origin?.carried) } else { nil }
    }
    #expect(carried == [nil, ["trace": "4f"]])
  }

  @Test func `an element's action has its own type, and says which element it is for`() async throws
  {
    let records = try await Self.records { store in
      store.dispatch(action: ElementAction<WatchedJob>(id: 4, action: Finished(output: "x")))
      store.dispatch(action: EveryElementAction<WatchedJob>(action: Finished(output: "y")))
      store.dispatch(action: Self.nested)
    }
    let job = ElementName(type: "WatchedJob", id: 4)
    #expect(
      Self.actions(in: records) == [
        .init(type: "Finished", payload: ["output": "x"], elements: [job]),
        .init(
          type: "Finished",
          payload: ["output": "y"],
          elements: [ElementName(type: "WatchedJob", id: nil)]
        ),
        .init(type: "PartDone", elements: [job, ElementName(type: "Part", id: "a")]),
      ]
    )
  }

  @Test func `the id of an element is redacted as an id is`() async throws {
    let records = try await Self.records { configuration in
      configuration.redaction = Redaction(names: ["id"])
    } _: { store in
      store.dispatch(action: ElementAction<WatchedJob>(id: 4, action: Run()))
    }
    let elements = Self.actions(in: records).map(\.elements)
    #expect(elements == [[ElementName(type: "WatchedJob", id: .redacted)]])
  }

  @Test func `a run of an element's effect says which element it is for`() async throws {
    let run = Effect<Void>.on(Run.self) { _, _ in Finished(output: "z") }
    let records = try await Self.records { store in
      let feature = Feature<WatchedJob, Void>(id: "run").effect(run)
      store.register(feature: feature.lift(.each(\Daemon.jobs)))
      let work = store.dispatchTracked(action: ElementAction<WatchedJob>(id: 4, action: Run()))
      await work.finish()
    }
    var names: Set<String> = []
    for record in records {
      if case .effect(let effect) = record { names.insert(effect.effect + (effect.element ?? "")) }
      if case .commit(let commit) = record, let cause = commit.cause {
        #expect(cause.element == "[4]")
      }
    }
    #expect(!names.isEmpty && names.allSatisfy { $0.hasSuffix("[4]") })
  }

  @Test func `an action can be sent to an element, by the names that are shown`() throws {
    let accepted = AcceptedActions([Finished.self, PartDone.self])
    _ = Self.reducer
    for type in ["WatchedJob", "watchedJob"] {
      let sent = WireRecord.Action(
        type: "Finished",
        payload: ["output": "x"],
        elements: [ElementName(type: type, id: 4)]
      )
      let action = try #require(try accepted.action(sent) as? ElementAction<WatchedJob>)
      #expect(action.id == 4)
      #expect((action.action as? Finished)?.output == "x")
    }
    let every = try accepted.action(
      .init(
        type: "PartDone",
        elements: [.init(type: "WatchedJob", id: nil), .init(type: "Part", id: "a")]
      )
    )
    let inner =
      (every as? EveryElementAction<WatchedJob>)?.action as? ElementAction<WatchedJob.Part>
    #expect(inner?.id == "a")
  }

  @Test(
    arguments: [
      (
        ElementName(type: "Nothing", id: 1),
        "Nothing is lifted onto elements of \"Nothing\", only onto"
      ),
      (
        ElementName(type: "WatchedJob", id: "x"), "“PartDone” can't be dispatched for that element."
      ),
    ]
  )
  func `an element that does not exist is refused`(element: ElementName, reason: String) throws {
    _ = Self.reducer
    let accepted = AcceptedActions([PartDone.self])
    let error = #expect(throws: ActionRefusal.self) {
      try accepted.action(.init(type: "PartDone", elements: [element]))
    }
    #expect("\(try #require(error))".contains(reason))
  }
}
