import Sluice

/// Reports in order what happens in the shop, so that the next action waits for the last one and all
/// that it led to: a seed then always leads to the same commits.
///
/// Reports the end of an errand's run after all that the run dispatched, and all that this started
/// synchronously.
struct ErrandWatch: EffectInterceptor {
  typealias State = ShopState

  enum Tick: Sendable {
    case committed(isFromOutside: Bool, isErrand: Bool)
    case ended(hasFailed: Bool)
  }

  let ticks: AsyncStream<Tick>
  private let continuation: AsyncStream<Tick>.Continuation

  init() {
    (ticks, continuation) = AsyncStream.makeStream()
  }

  func committed(_ commit: Commit<ShopState>) {
    continuation.yield(
      .committed(
        // What somebody dispatches who watches has a note, and is not what the day waits for.
        isFromOutside: commit.origin.cause == nil && commit.origin.note == nil,
        isErrand: commit.action is any Errand
      )
    )
  }

  func effectChanged(_ event: EffectEvent) {
    switch event.kind {
    case .started, .retrying: break
    case .failed: continuation.yield(.ended(hasFailed: true))
    case .ended, .endedByAnswer, .cancelled: continuation.yield(.ended(hasFailed: false))
    }
  }
}

extension ErrandWatch {
  /// The counts of what was reported so far.
  struct Tally: Sendable {
    private(set) var commits = 0
    private(set) var failures = 0
    private var fromOutside = 0
    private var openErrands = 0

    mutating func count(_ tick: Tick) {
      switch tick {
      case .committed(let isFromOutside, let isErrand):
        commits += 1
        if isFromOutside { fromOutside += 1 }
        if isErrand { openErrands += 1 }
      case .ended(let hasFailed):
        if hasFailed { failures += 1 }
        openErrands -= 1
      }
    }

    /// Returns whether `count` actions from outside, and what they led to, are done.
    func isQuiet(afterActionsFromOutside count: Int) -> Bool {
      fromOutside >= count && openErrands == 0
    }
  }
}
