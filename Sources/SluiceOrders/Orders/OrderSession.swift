import SluiceLocks
import SluiceTesting

#if canImport(Testing)
  import Testing
#endif

/// Runs one body in one order after another.
final class OrderSession: @unchecked Sendable {
  // `@unchecked`: the fields are guarded by `lock`.

  /// The real time without a step after which a body is stuck, in steps that a busy machine makes late.
  private static let patience = 150

  private let body: EveryOrderBody
  private let lock = PlainLock()
  private var current: OrderTrial?
  private var awaitsMain = false
  private var usualEnds: [String: any Sendable] = [:]

  init(_ body: @escaping EveryOrderBody) { self.body = body }

  /// Calls a function, and meanwhile ends trials that are stuck.
  func watching<Result>(_ function: () async throws -> Result) async rethrows -> Result {
    let watch = Task.detached { [weak self] in
      var (steps, count) = (-1, 0)
      while (try? await Task.sleep(for: .milliseconds(100))) != nil {
        guard let self else { return }
        let trial = lock.withLock { self.current }
        let now = trial?.steps ?? -1
        (steps, count) = now == steps ? (steps, count + 1) : (now, 0)
        if count >= Self.patience { trial?.finish(.stuck) }
      }
    }
    defer { watch.cancel() }
    return try await function()
  }

  /// Runs the body in the usual order, to which others are compared.
  func usual() async -> OrderTrial {
    var trial = await run(.following(Order()))
    // What the main actor does is waited for only if it does anything.
    if trial.usesMain, !awaitsMain {
      lock.withLock { awaitsMain = true }
      trial = await run(.following(Order()))
    }
    lock.withLock { usualEnds = trial.endValues }
    return trial
  }

  /// Runs the body in another order, and holds back what fails.
  func run(_ strategy: OrderStrategy) async -> OrderTrial {
    await run(strategy, comment: nil)
  }

  /// Runs the body in an order, and records what fails where it does.
  func record(_ order: Order, _ comment: String) async -> OrderTrial {
    await run(.following(order), comment: comment)
  }

  private func run(_ strategy: OrderStrategy, comment: String?) async -> OrderTrial {
    let (awaitsMain, ends) = lock.withLock { (self.awaitsMain, usualEnds) }
    let trial = OrderTrial(strategy, awaitsMain: awaitsMain, usualEnds: ends)
    lock.withLock { current = trial }
    let body = body
    #if canImport(Testing)
      if Test.current != nil {
        await Self.catchingIssues(of: trial, comment) { await trial.run(body) }
        return trial
      }
    #endif
    await trial.run(body)
    return trial
  }
}

#if canImport(Testing)
  extension OrderSession {
    /// Notes what fails in a trial, and drops it, or records it with a comment at the first one.
    private static func catchingIssues(
      of trial: OrderTrial,
      _ comment: String?,
      _ run: @escaping @Sendable () async -> Void
    ) async {
      guard let test = Test.current else { return }
      let isNext = Atomic<Bool>(false)
      let handler = IssueHandlingTrait.compactMapIssues { issue in
        guard let comment else { return nil }
        var issue = issue
        if isNext.exchange(false, ordering: .relaxed) {
          issue.comments.append(Comment(rawValue: comment))
        }
        return issue
      }
      // A known issue of the body is none here; one of the test around it is, so that it is searched for.
      try? await handler.provideScope(for: test, testCase: nil) {
        await withKnownIssue(isIntermittent: true) {
          await run()
        } matching: { issue in
          guard issue.isFailure else { return false }
          if trial.fail(OrderTrial.Failure(issue)) { isNext.store(true, ordering: .relaxed) }
          return comment == nil
        }
      }
    }
  }

  extension OrderTrial.Failure {
    fileprivate init(_ issue: Issue) {
      position = issue.sourceLocation.map { "\($0.fileID):\($0.line)" } ?? ""
      text = "\(issue)"
    }
  }
#endif
