#if INTERLEAVING
  import Sluice

  /// A state that shows which actions led to it, in order.
  struct Picture: Sendable, Equatable {
    private(set) var log: [Int] = []
    private var last = Witness()

    static func == (one: Picture, other: Picture) -> Bool { one.log == other.log }

    mutating func add(_ action: some Logged) {
      action.witness.check()
      check()
      log.append(action.id)
      last = action.witness
    }

    func check() { last.check() }
  }

  /// An action that appends a number to the log.
  protocol Logged: Action {
    var id: Int { get }
    var witness: Witness { get }
  }

  struct Add: Logged {
    let id: Int
    let witness = Witness()

    init(_ id: Int) { self.id = id }
  }

  /// Starts a run of an effect.
  struct Start: Logged {
    let id = 100
    let witness = Witness()
  }

  /// Cancels what ``Start`` started.
  struct Stop: Logged {
    let id = 200
    let witness = Witness()
  }

  /// An action that initially no reducer handles.
  struct Unhandled: Action {}

  typealias PictureStore = Store<Picture, Void>

  /// What a thread does to a store.
  enum Step: Sendable, ExpressibleByIntegerLiteral {
    case add(Int)
    case start, stop

    init(integerLiteral id: Int) { self = .add(id) }

    func take(on store: PictureStore) {
      switch self {
      case .add(let id): store.add(id)
      case .start: store.dispatch(action: Start())
      case .stop: store.dispatch(action: Stop())
      }
    }
  }

  extension Store where State == Picture, Environment == Void {
    /// A store whose one reducer may be interrupted, and whose effects are scheduled.
    static func scheduled() -> PictureStore {
      let clock = ScheduledClock()
      let store = Store(initialState: Picture(), reducers: [.interrupted()], clock: clock)
      // Waits often reach their maximum here, as the scheduler decides.
      store.onDiagnostic = { _ in }
      return store
    }

    /// A store with an interceptor that checks what it is notified of.
    static func watched(by watcher: Watcher = Watcher()) -> (PictureStore, Watcher) {
      let store = scheduled()
      store.register(interceptor: watcher)
      return (store, watcher)
    }

    func add(_ id: Int) {
      dispatch(action: Add(id))
      // P1
      expect(state.log.contains(id), "a dispatch returned before \(id) was reduced")
    }

    /// Checks that every action is in the log once (P3).
    func expectAll(_ ids: [Int]) {
      let log = state.log
      expect(log.sorted() == ids.sorted(), "committed were \(log), not all of \(ids)")
    }

    /// Checks that a later thread finds the store free, and its commit delivered.
    func expectRest(_ watcher: Watcher) {
      let count = watcher.numbers.count
      add(99)
      expect(watcher.numbers.count == count + 1, "the role of delivering is still held")
    }
  }

  extension Reducer where State == Picture {
    static func interrupted() -> Reducer<Picture> {
      let gate = Gate("the reducer")
      return Reducer(
        id: "adding",
        ReduceOn(Add.self) { state, action in gate.pass { state.add(action) } },
        ReduceOn(Start.self) { state, action in gate.pass { state.add(action) } },
        ReduceOn(Stop.self) { state, action in gate.pass { state.add(action) } }
      )
    }
  }

  /// A clock that makes effects' tasks run in threads that are scheduled.
  struct ScheduledClock: TaskExecutingClock {
    struct Instant: InstantProtocol {
      var offset: Duration
      func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
      func duration(to other: Instant) -> Duration { other.offset - offset }
      static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    var now: Instant { Instant(offset: .nanoseconds(Scheduler.shared.now)) }
    var minimumResolution: Duration { .nanoseconds(1) }
    var taskExecutor: any TaskExecutor { Scheduler.shared.executor }

    /// Returns immediately: nothing here depends on the duration.
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
  }

  /// Checks the promises to interceptors (P2, P5), for commits of ``Add`` only.
  final class Watcher: Interceptor, @unchecked Sendable {
    // `@unchecked`: one thread runs at a time.
    private let gate = Gate("an interceptor")
    private let isKeeping: Bool
    /// Whether the action of every commit is logged.
    private let isLogged: Bool
    private let onCommit: (Int) -> Void
    private var last: Picture?
    private(set) var numbers: [Int] = []
    private var kept: [(commit: Commit<Picture>, log: [Int])] = []
    var interests: InterceptorInterests { .oldState }

    init(isKeeping: Bool = false, isLogged: Bool = true, then: @escaping (Int) -> Void = { _ in }) {
      self.isKeeping = isKeeping
      self.isLogged = isLogged
      onCommit = then
    }

    func committed(_ commit: Commit<Picture>) {
      gate.pass {
        if let previous = numbers.last {
          expect(commit.number == previous + 1, "commit \(commit.number) came after \(previous)")
        }
        numbers.append(commit.number)
        check(commit)
        if let last { expect(last == commit.oldState, "commit \(commit.number) skips a state") }
        if isKeeping { kept.append((commit, commit.newState.log)) }
        last = commit.newState
        point()
        check(commit)
      }
      onCommit(commit.number)
    }

    private func check(_ commit: Commit<Picture>) {
      let (old, new) = (commit.oldState, commit.newState)
      new.check()
      old?.check()
      guard isLogged, let action = commit.action as? any Logged else { return }
      action.witness.check()
      expect(
        new.log.count == commit.number && new.log.last == action.id,
        "commit \(commit.number) of \(action.id) shows \(new.log)"
      )
      expect(old?.log == new.log.dropLast(), "commit \(commit.number) skips its old state")
    }

    /// Checks that everything was delivered, and that retained commits are unchanged.
    func expectCount(_ count: Int) {
      expect(numbers == Array(1...count), "delivered were \(numbers) of \(count)")
      checkKept()
    }

    // A function of its own: inlined by hand, it crashes the compiler.
    private func checkKept() {
      for (commit, log) in kept {
        expect(commit.newState.log == log, "a retained commit changed")
        check(commit)
      }
    }
  }

  /// Checks the promise to a subscriber of the log's length: each number once, in order.
  final class Counter: @unchecked Sendable {
    // `@unchecked`: one thread runs at a time.
    private let gate = Gate("a sink")
    private var values: [Int] = []
    private var token: SelectionToken?
    /// Whether the cancellation happened before, as this thread sees it.
    var isCancelled = false

    init() {}
    init(of store: PictureStore, then body: @escaping (Int) -> Void = { _ in }) {
      observe(store, then: body)
    }

    func observe(_ store: PictureStore, then body: @escaping (Int) -> Void = { _ in }) {
      observe(store.select(\.log.count), then: body)
    }

    /// - Parameter body: Called after each value.
    func observe(_ selection: Selection<Int>, then body: @escaping (Int) -> Void = { _ in }) {
      let body = Shared(body)
      token = selection.sink { value in
        self.receive(value)
        body.value(value)
      }
    }

    private func receive(_ value: Int) {
      gate.pass {
        expect(!isCancelled, "a value arrived after cancel() returned")
        if let last = values.last { expect(value == last + 1, "value \(value) came after \(last)") }
        values.append(value)
      }
    }

    func cancel() { token.take()?.cancel() }

    /// Checks that everything arrived up to a value.
    func expectLast(_ last: Int) {
      expect(values.last == last, "the last of \(values) is not \(last)")
    }

    func expectEnd(_ last: Int) {
      expectLast(last)
      cancel()
    }
  }
#endif
