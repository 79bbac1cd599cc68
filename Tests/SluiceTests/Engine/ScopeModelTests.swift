import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Random starts and cancellations in runs of the whole, of elements, and of parts within elements, in
/// commits that are delivered at once or wait in the queue, against a list of what must be alive.
@Suite(.inTurn) struct ScopeModelTests {
  struct Inner: Sendable, Equatable { var text = "" }

  struct Row: Sendable, Equatable, Identifiable {
    let id: Int
    var inner: Inner? = Inner()
    var hasInner: Bool { inner != nil }
  }

  struct Table: Sendable, Equatable {
    var rows: Entities<Row> = [Row(id: 0), Row(id: 1), Row(id: 2)]
  }

  struct Start: Action {}
  struct Stop: Action {}
  struct Touch: Action {}
  struct SetInner: Action { let isThere: Bool }
  struct StartAll: Action {}
  struct StopAll: Action {}
  struct Change: Action {
    let id: Int
    let isThere: Bool
  }

  static let inner = Reducer<Inner>(
    ReduceOn(Touch.self) { inner, _ in inner.text += "a" },
    ReduceOn(Start.self) { _, _ in },
    ReduceOn(Stop.self) { _, _ in }
  )
  static let row = Reducer<Row>(
    ReduceOn(SetInner.self) { $0.inner = $1.isThere ? $0.inner ?? Inner() : nil },
    ReduceOn(Start.self) { _, _ in },
    ReduceOn(Stop.self) { _, _ in }
  )
  static let table = Reducer<Table>(
    ReduceOn(Change.self) { table, change in
      if change.isThere {
        table.rows.upsert(Row(id: change.id))
      } else {
        table.rows.remove(id: change.id)
      }
    },
    ReduceOn(StartAll.self) { _, _ in },
    ReduceOn(StopAll.self) { _, _ in }
  )

  static func endless<A: Action, B: Action>(_: A.Type, until _: B.Type) -> ActionEffect<Void, A> {
    Effect<Void>.on(A.self).run { _, _, context in try await context.sleep(for: .seconds(1_000_000))
    }
    .cancelled(by: B.self)
  }

  /// What stands for an effect in the model.
  enum Kind: CaseIterable {
    case whole, rows, latestRows, inners, feedback
  }

  struct Run: Hashable, CustomStringConvertible {
    let kind: Kind
    let row: Int?
    let commit: Int
    var description: String { "\(kind)\(row.map { "[\($0)]" } ?? "")@\(commit)" }
  }

  /// What must be alive after each commit.
  struct Model {
    private var started: Set<Run> = []
    private var rows: [Int: Bool] = [0: true, 1: true, 2: true]
    private var number = 0

    /// The runs of effects, and of the feedback, which has one for each row with an inner part.
    var alive: Set<Run> {
      let requested = rows.filter(\.value).keys.map { Run(kind: .feedback, row: $0, commit: 0) }
      return started.union(requested)
    }

    mutating func commit(_ action: any Action) {
      number += 1
      switch action {
      case let change as Change:
        if change.isThere {
          // As a new row, also in the place of one that is there.
          rows[change.id] = true
        } else {
          rows[change.id] = nil
          remove { $0.row == change.id }
        }
      case let action as ElementAction<Row>:
        perform(action.action, on: [action.id])
      case let action as EveryElementAction<Row>: perform(action.action, on: Array(rows.keys))
      case is StartAll: started.insert(Run(kind: .whole, row: nil, commit: number))
      case is StopAll: remove { $0.kind == .whole }
      default: break
      }
    }

    private mutating func perform(_ action: any Action, on ids: [Int]) {
      for id in ids {
        // Cancelling looks at scopes: the row need not be there.
        switch action {
        case is Stop:
          remove { $0.row == id && $0.kind != .feedback }
        case is Start:
          guard let hasInner = rows[id] else { continue }
          remove { $0.row == id && $0.kind == .latestRows }
          started.insert(Run(kind: .rows, row: id, commit: number))
          started.insert(Run(kind: .latestRows, row: id, commit: number))
          if hasInner { started.insert(Run(kind: .inners, row: id, commit: number)) }
        case let change as SetInner:
          guard rows[id] != nil else { continue }
          rows[id] = change.isThere
          if !change.isThere { remove { $0.row == id && $0.kind == .inners } }
        default: break
        }
      }
    }

    private mutating func remove(where isOver: (Run) -> Bool) {
      started = started.filter { !isOver($0) }
    }
  }

  /// The runs that are alive by their events.
  final class Living: EffectInterceptor, Sendable {
    let runs = Shared<[Int: Run]>([:])

    func committed(_ commit: Commit<Table>) {}

    func effectChanged(_ event: EffectEvent) {
      guard let kind = Kind.allCases.first(where: { event.run.effect.hasPrefix("\($0).") })
      else {
        return
      }
      let run = Run(
        kind: kind,
        row: event.run.elements.first as? Int,
        commit: kind == .feedback ? 0 : event.commit ?? 0
      )
      runs.change { runs in
        if case .started = event.kind {
          runs[event.run.number] = run
        } else {
          runs[event.run.number] = nil
        }
      }
    }
  }

  static func makeStore(_ living: Living, _ clock: TestClock) -> Store<Table, Void> {
    let store = Store(
      initialState: Table(),
      reducers: [
        table, row.lift(.each(\Table.rows)),
        inner.lift(.optional(\Row.inner)).lift(.each(\Table.rows)),
      ],
      clock: clock
    )
    store.onDiagnostic = { _ in }
    store.register(interceptor: living)
    let rows = Place<Table, Int, Row>.each(\.rows)
    store.register(
      feature: Feature(id: "whole").effect(endless(StartAll.self, until: StopAll.self))
    )
    store.register(
      feature: Feature<Row, Void>(id: "rows").effect(endless(Start.self, until: Stop.self))
        .lift(rows)
    )
    store.register(
      feature: Feature<Row, Void>(id: "latestRows")
        .effect(endless(Start.self, until: Stop.self).overlap(.latest)).lift(rows)
    )
    store.register(
      feature: Feature<Inner, Void>(id: "inners")
        .effect(endless(Start.self, until: Stop.self))
        .lift(.optional(\Row.inner)).lift(rows)
    )
    let feedback = Feedback<Row, Void>(while: \.hasInner) { _, context in
      try await context.sleep(for: .seconds(1_000_000))
    }
    store.register(feature: Feature(id: "feedback").feedback(feedback).lift(rows))
    return store
  }

  static func randomAction(_ random: inout SplitMix64) -> any Action {
    let id = random.pick(0..<4)
    func local() -> any Action {
      switch random.pick(0..<5) {
      case 0: Stop()
      case 1: SetInner(isThere: random.pick(0..<2) == 0)
      case 2: Touch()
      default: Start()
      }
    }
    switch random.pick(0..<12) {
    case 0: return StartAll()
    case 1: return StopAll()
    case 2, 3: return Change(id: id, isThere: false)
    case 4, 5: return Change(id: id, isThere: true)
    case 6: return EveryElementAction<Row>(action: local())
    default: return ElementAction<Row>(id: id, action: local())
    }
  }

  @Test(arguments: 1...volume(4, nightly: 30) as ClosedRange<UInt64>)
  func `what is alive is what a plain list says`(seed: UInt64) async {
    var random = SplitMix64(seed: seed)
    let living = Living()
    let clock = TestClock()
    let store = Self.makeStore(living, clock)
    var model = Model()
    // Dispatches within deliveries, so that commits wait in the queue while effects of others start.
    let nested = Shared<[any Action]>([])
    let token = store.select(Selector(keyPath: \.self, comparing: .always)).sink {
      [unowned store] _ in
      let next = nested.value
      nested.value = []
      for action in next { store.dispatch(action: action) }
    }
    for step in 0..<150 {
      let first = Self.randomAction(&random)
      let others = (0..<random.pick(0..<5)).map { _ in Self.randomAction(&random) }
      model.commit(first)
      for other in others { model.commit(other) }
      let isBatch = random.pick(0..<2) == 0
      // No run's thread delivers meanwhile.
      clock.holding {
        if isBatch { return store.dispatch(actions: [first] + others) }
        nested.value = others
        store.dispatch(action: first)
        // Unless nothing handled the first one.
        let rest = nested.value
        nested.value = []
        for action in rest { store.dispatch(action: action) }
      }
      let alive = Set(living.runs.value.values)
      guard alive == model.alive else {
        let all = ([first] + others).map { "\($0)" }.joined(separator: "; ")
        Issue.record(
          """
          step \(step), after \(all): alive, and shouldn't be: \(alive.subtracting(model.alive)); \
          not alive, and should be: \(model.alive.subtracting(alive))
          """
        )
        break
      }
      await clock.advance()
    }
    withExtendedLifetime(token) {}
    await store.close(within: .zero)
    #expect(living.runs.value.isEmpty)
  }
}
