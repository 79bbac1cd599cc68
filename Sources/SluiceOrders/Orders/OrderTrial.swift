import Dispatch
import Sluice
import SluiceLocks
import SluiceTesting

/// One run of a body, in one order.
final class OrderTrial: WorkOrder, @unchecked Sendable {
  // `@unchecked`: the fields are guarded by `lock`.

  /// The steps after which an order doesn't end.
  static let limit = 100_000
  /// The steps that what is left over may still take when the body has ended.
  private static let drain = 1_000

  enum Ending {
    /// The body returned, or threw an error.
    case ended((any Error)?)
    /// The body took ``OrderTrial/limit`` steps.
    case endless
    /// The body waited for something that is not in the order.
    case stuck
  }

  /// What failed in a trial.
  struct Failure {
    /// The file and the line; `nil` if the body threw an error.
    let position: String?
    let text: String
  }

  private let lock = PlainLock()
  private var strategy: OrderStrategy
  private var made: [Choice] = []
  private var stepCount = 0
  /// The numbers of the tasks whose jobs are ready, in the order of arrival.
  private var ready: [Int] = []
  private var numbers: [String: Int] = [:]
  private var delays = Delays()
  private var events: [Ledger.Event] = []
  /// How many events there were when something outside of the order first continued a task, or caused one.
  private var eventsBeforeOutside: Int?
  private var failed: [Failure] = []
  private var raised: (any Error)?
  private var ends: [String: any Sendable] = [:]
  private var awaitsMain: Bool
  private var ending: Ending?
  private var continuation: CheckedContinuation<Void, Never>?
  private var task: Task<Void, Never>?
  /// The ends in the usual order, which others must have as well.
  let usualEnds: [String: any Sendable]

  /// - Parameter awaitsMain: Whether a step waits until the main actor has done what there is to do.
  init(_ strategy: OrderStrategy, awaitsMain: Bool, usualEnds: [String: any Sendable]) {
    self.strategy = strategy
    self.awaitsMain = awaitsMain
    self.usualEnds = usualEnds
  }

  /// The choices made, and how many steps there were.
  var choices: [Choice] { lock.withLock { made } }
  var steps: Int { lock.withLock { stepCount } }
  /// The order that the choices make.
  var order: Order { Order(choices.map(\.index)) }
  var failures: [Failure] { lock.withLock { failed } }
  var usesMain: Bool { lock.withLock { awaitsMain } }
  var end: Ending { lock.withLock { ending ?? .stuck } }
  var course: Course {
    lock.withLock { Course(events, beforeOutside: eventsBeforeOutside) }
  }
  var endValues: [String: any Sendable] { lock.withLock { ends } }

  /// The error that ended the body.
  var thrown: (any Error)? { if case .ended(let error) = end { error } else { nil } }

  /// The first failure; `nil` if the body has done all it says.
  var failure: Failure? {
    if let first = failures.first { return first }
    switch end {
    case .ended(nil): return nil
    case .ended(let error?): return Failure(position: nil, text: "The body threw \(error).")
    case .endless:
      return Failure(
        position: nil,
        text: "The body has not ended after \(Self.limit) steps."
      )
    case .stuck:
      return Failure(
        position: nil,
        text: "The body waits, and nothing that it could wait for is under way."
      )
    }
  }

  // MARK: - Running

  /// Runs a body to its end, if it has one.
  func run(_ body: @escaping EveryOrderBody) async {
    let executor = TestExecutor(order: self)
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        lock.withLock { self.continuation = continuation }
        TestExecutor.$current.withValue(executor) {
          let task = Task(executorPreference: executor) {
            do {
              try await body()
              self.finish(.ended(nil))
            } catch {
              self.finish(.ended(error))
            }
          }
          lock.withLock { self.task = task }
        }
      }
    } onCancel: {
      lock.withLock { task }?.cancel()
    }
  }

  func finish(_ ending: Ending) {
    let continuation = lock.withLock {
      if self.ending == nil {
        self.ending = if case .ended(nil) = ending { .ended(raised) } else { ending }
      }
      defer { self.continuation = nil }
      return self.continuation
    }
    continuation?.resume()
  }

  /// Notes a failure, and returns whether it is the first one.
  @discardableResult
  func fail(_ failure: Failure) -> Bool {
    lock.withLock {
      failed.append(failure)
      return failed.count == 1
    }
  }

  /// Has the body throw an error when it returns.
  func raise(_ error: any Error) {
    lock.withLock { raised = raised ?? error }
  }

  /// Notes a value at the end of the body.
  func end(at position: String, with value: any Sendable) {
    lock.withLock { ends[position] = value }
  }

  // MARK: - Choosing

  func arrived(_ job: UnownedJob, isFromWork: Bool) {
    // Jobs of one task have one description.
    let key = "\(job)"
    lock.withLock {
      // All begins with one from outside.
      if !isFromWork, stepCount > 0, ending == nil {
        awaitsMain = true
        noteOutside()
      }
      let number = numbers[key] ?? numbers.count
      numbers[key] = number
      ready.append(number)
    }
  }

  func beforeStep() async {
    // What is on the main actor goes on alone until it leaves, so that all orders are repeatable.
    if usesMain { await MainActor.run {} }
  }

  func next(of count: Int) -> Int? {
    let index: Int? = lock.withLock {
      if ending != nil, stepCount >= Self.limit { return nil }
      stepCount = ending == nil ? stepCount + 1 : max(stepCount, Self.limit - Self.drain) + 1
      if ending == nil, stepCount >= Self.limit { return nil }
      let index = ending == nil ? choiceOfJob() : 0
      ready.remove(at: index)
      return index
    }
    if index == nil { finish(.endless) }
    return index
  }

  private func choiceOfJob() -> Int {
    if ready.count < 2 { return 0 }
    let ranked = delays.ranked(ready, at: stepCount)
    let choice = choice(of: ranked.count, among: ranked.map { ready[$0] })
    delays.delay(ranked[..<choice].map { ready[$0] }, at: stepCount)
    return ranked[choice]
  }

  func choose(of count: Int) -> Int { lock.withLock { choice(of: count, among: nil) } }

  private func choice(of count: Int, among tasks: [Int]?) -> Int {
    if count < 2 || ending != nil { return 0 }
    let index = strategy.choose(among: tasks, of: count, at: made.count)
    made.append(Choice(index: index, count: count))
    return index
  }

  func happened(_ event: Ledger.Event, isFromWork: Bool) {
    lock.withLock {
      guard ending == nil else { return }
      if !isFromWork { noteOutside() }
      events.append(event)
    }
  }

  /// Notes that something happens which neither a job nor the main actor causes; the caller holds the lock.
  private func noteOutside() {
    if eventsBeforeOutside == nil, !MainQueue.isCurrent { eventsBeforeOutside = events.count }
  }
}

/// The main actor's queue.
///
/// Its thread tells nothing: where the main thread has ended, as a tool's may on Linux, others serve the queue.
private enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
