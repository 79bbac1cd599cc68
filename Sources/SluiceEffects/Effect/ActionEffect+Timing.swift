public import SluiceCore

extension ActionEffect {
  /// Passes an action on once no other has followed for a duration.
  ///
  /// Replaces a throttle. Where actions come without pause, `atMost` lets one pass nevertheless:
  /// `.debounce(for: .seconds(1), atMost: .seconds(10))` saves what is typed a second after the last
  /// key, and all ten seconds while typing goes on.
  ///
  /// - Parameters:
  ///   - quiet: The time without actions before the last one starts its run.
  ///   - longest: The longest time that actions wait: once it has passed since the first of those
  ///     that waited, the last one starts its run, and the next action begins to wait anew. At least
  ///     `quiet`; without a limit by default.
  public func debounce(for quiet: Duration, atMost longest: Duration? = nil) -> ActionEffect {
    if let longest {
      precondition(
        longest >= quiet,
        "A debounce for \(quiet) that waits at most \(longest) never waits for quiet. Give atMost: a "
          + "longer time, or use throttle(for:edges:) with .trailing."
      )
    }
    return with { $0.timing = .debounce(quiet, atMost: longest) }
  }

  /// Passes on at most one action per interval.
  ///
  /// Replaces a debounce.
  ///
  /// - Parameters:
  ///   - interval: The duration of an interval, which begins when an action passes.
  ///   - edges: ``ThrottleEdges/leading`` passes the first action immediately and drops the others;
  ///     ``ThrottleEdges/trailing`` passes the last one at the end of the interval;
  ///     ``ThrottleEdges/both`` does both.
  ///   - latest: Whether the last of the actions that waited is the one that passes at the end of the
  ///     interval. Otherwise it is the first, which needs an edge at the end.
  public func throttle(
    for interval: Duration,
    edges: ThrottleEdges = .leading,
    latest: Bool = true
  ) -> ActionEffect {
    precondition(
      !edges.isEmpty,
      "A throttle without edges lets nothing through. Use .leading, .trailing or .both."
    )
    precondition(
      latest || edges.contains(.trailing),
      "A throttle with .leading alone lets nothing wait. For latest: false, use .trailing or .both."
    )
    return with { $0.timing = .throttle(interval, edges, latest: latest) }
  }

  /// Calls a closure before each wait of a retry, in the run's task.
  ///
  /// Not called for the last error, nor once the run is cancelled.
  ///
  /// - Parameter notify: Receives the attempt's error, the wait before the next one, and the attempt's
  ///   context.
  public func onRetry(
    _ notify: @escaping @Sendable (any Error, Duration, AttemptContext<Input>) -> Void
  ) -> ActionEffect {
    with {
      $0.onRetry = { [input = match.input] error, wait, context in
        if let input = input(context.input) { notify(error, wait, context.of(input)) }
      }
    }
  }

  /// Answers an error of the last attempt with an action, or ignores it if the action is `nil`.
  ///
  /// Without this modifier, the error is reported to ``Store/onEffectFailure`` and to interceptors.
  ///
  /// - Parameter recover: Receives the error and the attempt's context, in the run's task.
  public func `catch`(
    _ recover: @escaping @Sendable (any Error, AttemptContext<Input>) -> (any Action)?
  ) -> ActionEffect {
    with {
      $0.recover = { [input = match.input] error, context in
        input(context.input).flatMap { recover(error, context.of($0)) }
      }
    }
  }
}
