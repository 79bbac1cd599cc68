import ExplorerTerminal
import SluiceWire

/// A turn in the life of an effect's run, in one phrase: `✗ Search.run #3 failed after 12 ms: …`.
struct EffectText {
  let text: String
  let style: Style

  init(_ effect: WireRecord.Effect) {
    let name = effect.runName
    let duration = effect.duration.map { " after " + DurationText.text(nanoseconds: $0) } ?? ""
    let raw =
      switch effect.event {
      case .started: "▸ \(name) started"
      case .retrying: "↻ \(name)\(effect.attemptText): \(effect.error ?? "it did not say why")"
      case .ended: "■ \(name) ended\(effect.isAnswered ? ", by its answer" : "")\(duration)"
      case .cancelled: "□ \(name) was cancelled\(duration)"
      case .failed: "✗ \(name) failed\(duration): \(effect.error ?? "it did not say why")"
      }
    text = VisibleText(raw).description
    style = effect.event == .failed ? .problem : .effect
  }
}

extension WireRecord.Effect {
  /// The run as people call it: `daemon.run[4] #3`.
  var runName: String { "\(effect)\(element ?? "") #\(run)" }

  /// Which attempt failed, and when the next one follows.
  fileprivate var attemptText: String {
    let wait = wait.map { ", next in " + DurationText.text(nanoseconds: $0) } ?? ""
    return (attempt.map { ", attempt \($0) failed" } ?? " failed an attempt") + wait
  }
}

extension WireRecord.Cause {
  /// The effect that dispatched, and the elements for which it runs; `nil` if none did.
  var effectName: String? { effect.map { $0 + (element ?? "") } }

  /// The run that dispatched, or the effect that has no runs; `nil` if none did.
  var runName: String? { effectName.map { name in run.map { "\(name) #\($0)" } ?? name } }
}

extension History.Run {
  /// The run as people call it: `daemon.run[4] #3`.
  var name: String { "\(effect)\(element ?? "") #\(run)" }
}
