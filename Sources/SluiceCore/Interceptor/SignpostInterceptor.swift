#if canImport(os)
  import os

  /// Shows commits and runs of effects in Instruments, as signposts.
  ///
  /// Each commit is an event with its number, its action's type and its reducing time; each run of
  /// an effect is an interval, and each attempt that failed before another one is an event.
  public final class SignpostInterceptor<State: Sendable>: EffectInterceptor, WatchingInterceptor {
    private let signposter: OSSignposter
    private let running = OSAllocatedUnfairLock<[EffectRunID: OSSignpostIntervalState]>(
      uncheckedState: [:]
    )

    /// Creates an interceptor that emits signposts.
    /// - Parameters:
    ///   - subsystem: The subsystem of the signposts, in reverse DNS notation.
    ///   - category: The category of the signposts.
    public init(subsystem: String, category: String = "Sluice") {
      signposter = OSSignposter(subsystem: subsystem, category: category)
    }

    /// Requests the reducing time and the events of effects.
    public var interests: InterceptorInterests { [.timing, .effects] }

    /// Emits an event.
    public func committed(_ commit: Commit<State>) {
      guard signposter.isEnabled else { return }
      let time = commit.reducingTime.map { ", reduced in \($0)" } ?? ""
      let action = type(of: UnwrappedAction(commit.action).action)
      let text = "#\(commit.number) \(action)\(time)"
      signposter.emitEvent("commit", "\(text, privacy: .public)")
    }

    /// Begins or ends an interval, or emits an event.
    public func effectChanged(_ event: EffectEvent) {
      switch event.kind {
      case .started:
        let text = "\(event.run)"
        let state = signposter.beginInterval(
          "effect",
          id: signposter.makeSignpostID(),
          "\(text, privacy: .public)"
        )
        running.withLockUnchecked { $0[event.run] = state }
      case .retrying(let attempt, _, let wait):
        let text = "\(event.run), attempt \(attempt), next in \(wait)"
        signposter.emitEvent("retry", "\(text, privacy: .public)")
      case .ended, .endedByAnswer, .cancelled, .failed:
        guard let state = running.withLockUnchecked({ $0.removeValue(forKey: event.run) }) else {
          return
        }
        signposter.endInterval("effect", state)
      }
    }
  }
#endif
