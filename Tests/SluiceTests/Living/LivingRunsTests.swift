import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Which runs are alive, as selections of a store.
@Suite(.inTurn) struct LivingRunsTests {
  struct Shelf: Sendable, Equatable {
    var asked = 0
    var books: [String] = []
  }

  struct Book: Sendable, Equatable, Identifiable {
    let id: Int
    var asked = 0
  }

  struct Library: Sendable { var books = [Book(id: 1), Book(id: 2)] }

  static let shelf = Reducer<Shelf>(
    ReduceOn(Ask.self) { shelf, _ in shelf.asked += 1 },
    ReduceOn(Answered.self) { shelf, action in shelf.books.append(action.name) }
  )

  final class BooksEffects: Effects<TestClock> {
    /// Answers once, and rests for a second afterwards: no run, for all that one can see.
    let load = Effect<TestClock>.on(Ask.self) { ask, clock in
      try await clock.sleep(for: .seconds(1))
      return Answered(ask.name)
    }
    let save = Effect<TestClock>.on(Increment.self).run { _, _, context in
      context.send(Answered("saved"))
      try await context.sleep(for: .seconds(1))
    }
    .overlap(.latest, by: \.by)
    .cancelled(by: Touch.self)
    var computed: ActionEffect<TestClock, Ask> { load }
  }

  let bench: Bench<Shelf, TestClock>
  var store: Store<Shelf, TestClock> { bench.store }

  init() {
    let clock = TestClock()
    bench = Bench(state: Shelf(), environment: clock, reducers: [Self.shelf], clock: clock)
    store.register(effects: BooksEffects())
  }

  @Test func `a run counts from its commit to the commit of its only answer`() async {
    let runs = store.runs(of: \BooksEffects.load)
    let seen = Log<String>()
    let states = store.select(\.books).sink { seen.append("books \($0.count)") }
    let living = runs.sink { seen.append("runs \($0.count)") }
    #expect(runs.value.isEmpty)
    await bench.send(Ask("a"))
    #expect(runs.value.count == 1)
    await bench.advance(1)
    #expect(runs.value.isEmpty)
    #expect(seen.events == ["books 0", "runs 0", "runs 1", "books 1", "runs 0"])
    withExtendedLifetime((states, living)) {}
  }

  @Test func `nobody sees a run beside a state in which its answer is there`() async {
    let runs = store.runs(of: \BooksEffects.load)
    let seen = store.noting { _ in runs.value.count }
    await bench.send(Ask("a"), then: 1)
    // At the commit that starts it, a run has yet to begin.
    #expect(seen.events == [0, 0])
    #expect(store.books == ["a"])
  }

  @Test func `a run that answers over time counts to its end`() async {
    let counts = store.runs(of: \BooksEffects.save).received(\.count)
    await bench.send(Increment(by: 1))
    #expect(store.books == ["saved"])
    await bench.advance(1)
    #expect(counts.values == [0, 1, 0])
  }

  @Test func `keys tell runs apart`() async {
    let runs = store.runs(of: \BooksEffects.save)
    await bench.send(Increment(by: 1), Increment(by: 2))
    #expect(runs.value.count == 2)
    #expect(runs.value.contains(key: 1) && runs.value.contains(key: 2))
    #expect(!runs.value.contains(key: 3) && !runs.value.contains(element: 1))
  }

  @Test func `what the next commit cancels doesn't count from then on`() async {
    let runs = store.runs(startedBy: Increment.self)
    let atCommit = store.noting { _ in runs.value.count }
    await bench.send(Increment(by: 1), Touch())
    #expect(atCommit.events == [0, 0])
  }

  @Test func `what a commit cancels doesn't count from then on`() async {
    let runs = store.runs(startedBy: Increment.self)
    let counts = runs.received(\.count)
    await bench.send(Increment(by: 1))
    let atCommit = store.noting { _ in runs.value.count }
    await bench.send(Touch())
    #expect(atCommit.events == [0])
    #expect(counts.values == [0, 1, 0])
    await bench.send(Increment(by: 1))
    store.unregisterEffects(ofType: BooksEffects.self)
    #expect(runs.value.isEmpty)
    #expect(counts.values == [0, 1, 0, 1, 0])
  }

  @Test func `a failure ends a run, and so does its want of an answer`() async {
    store.register(
      effects: [
        Effect<TestClock>.on(Touch.self) { _, _ in throw Trouble("out of paper") },
        Effect<TestClock>.on(Touch.self) { _, _ in nil },
      ],
      id: "more"
    )
    let counts = store.runs(startedBy: Touch.self).received(\.count)
    await bench.send(Touch())
    #expect(counts.values.max() == 2 && counts.values.last == 0)
    #expect(bench.errors == ["out of paper"])
  }

  @Test func `elements have runs of their own`() async {
    let clock = TestClock()
    let store = Store(initialState: Library(), environment: clock, clock: clock)
    let book = Feature<Book, TestClock>(id: "book")
      .reducer(Reducer(ReduceOn(Ask.self) { book, _ in book.asked += 1 }))
      .effects(BooksEffects())
    store.register(feature: book.lift(.each(\Library.books)))
    clock.holding { store.dispatch(action: ElementAction<Book>(id: 2, action: Ask("a"))) }
    for runs in [store.runs(of: \BooksEffects.load), store.runs(startedBy: Ask.self)] {
      #expect(runs.value.count == 1)
      #expect(runs.value.contains(element: 2) && !runs.value.contains(element: 1))
    }
    await clock.advance(by: .seconds(1))
    #expect(store.runs(of: \BooksEffects.load).value.isEmpty)
  }

  @Test func `observers are told by what the main actor shows, too`() async {
    await showing()
  }

  @MainActor private func showing() async {
    let shown = store.runs(of: \BooksEffects.load).observed()
    #expect(shown.value.isEmpty)
    await bench.send(Ask("a"))
    #expect(shown.value.count == 1)
    await bench.advance(1)
    #expect(shown.value.isEmpty)
  }

  @Test func `what an observer dispatches has the run's commit as its cause`() async {
    let token = store.runs(of: \BooksEffects.load).sink { [store] runs in
      if runs.count == 1 { store.dispatch(action: Touch()) }
    }
    await bench.send(Ask("a"))
    let touched = bench.commits.stateChanges.last { $0.action is Touch }
    #expect(touched?.origin.cause?.commit == 1)
    withExtendedLifetime(token) {}
  }

  @Test func `a property that is computed has no name`() async {
    await #expect(processExitsWith: .failure) {
      let store = Store(initialState: Shelf(), environment: TestClock())
      _ = store.runs(of: \BooksEffects.computed)
    }
  }

  @Test func `many threads start and end runs, and each observer's last value is none`() async {
    let store = Store(initialState: Shelf(), environment: TestClock(), reducers: [Self.shelf])
    store.register(effect: .on(Ask.self) { ask, _ in Answered(ask.name) }, id: "echo")
    let runs = store.runs(startedBy: Ask.self)
    let received = runs.received(\.count)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<volume(100, nightly: 2_000) { store.dispatch(action: Ask("a")) }
        }
      }
      group.addTask {
        for _ in 0..<volume(50, nightly: 500) {
          let token = runs.sink { _ in }
          await Task.yield()
          token.cancel()
        }
      }
    }
    await store.idle()
    #expect(received.values.last == 0 && received.values.first == 0)
    #expect(received.values.allSatisfy { $0 >= 0 })
    #expect(store.books.count == 8 * volume(100, nightly: 2_000))
    #expect(runs.value.isEmpty)
  }
}
