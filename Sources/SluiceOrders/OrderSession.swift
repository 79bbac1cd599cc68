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
  func watching<Result>(_ function: () async throws -> Result) async throws -> Result {
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
      if let test = Test.current {
        let handler = IssueHandlingTrait.compactMapIssues { issue in
          guard issue.isFailure else { return comment == nil ? nil : issue }
          let isFirst = trial.fail(OrderTrial.Failure(issue))
          guard let comment else { return nil }
          var issue = issue
          if isFirst { issue.comments.append(Comment(rawValue: comment)) }
          return issue
        }
        // The scope throws what its function does, and this one doesn't.
        try? await handler.provideScope(for: test, testCase: nil) { await trial.run(body) }
        return trial
      }
    #endif
    await trial.run(body)
    return trial
  }
}

#if canImport(Testing)
  extension OrderTrial.Failure {
    fileprivate init(_ issue: Issue) {
      let place = issue.sourceLocation
      position = place.map { "\($0.fileID):\($0.line)" } ?? ""
      text = "\(issue)"
    }
  }
#endif
