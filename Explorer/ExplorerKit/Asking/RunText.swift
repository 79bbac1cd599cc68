import ExplorerTerminal
import SluiceWire

/// An effect's run in one phrase: `Search.run #3, failed after 12 ms: …`.
enum RunText {
  /// Returns the run as harmless text.
  static func styled(_ run: History.Run) -> StyledText {
    let text = "\(run.name), \(outcome(run))"
    return StyledText(VisibleText(text).description, run.end == .failed ? .problem : .effect)
  }

  /// Returns how a run ended, not yet harmless; that it is under way, if it did not.
  static func outcome(_ run: History.Run) -> String {
    let retries =
      run.retryCount == 0 ? "" : ", ↻ \(NumberText.count(run.retryCount, "failed attempt"))"
    let duration =
      (run.duration.map { " after " + DurationText.text(nanoseconds: $0) } ?? "") + retries
    let word = word(run.end ?? .started)
    switch run.end {
    case .ended: return "\(word)\(run.isAnswered ? ", by its answer" : "")\(duration)"
    case .cancelled: return "\(word)\(duration)"
    case .failed: return "\(word)\(duration): \(run.error ?? "it did not say why")"
    case .started, .retrying, nil: return "\(word)\(retries)"
    }
  }

  /// Returns what has become of a run by its last event.
  static func word(_ event: WireRecord.Effect.Event) -> String {
    switch event {
    case .ended: "ended"
    case .cancelled: "cancelled"
    case .failed: "failed"
    case .started, .retrying: "under way"
    }
  }
}
