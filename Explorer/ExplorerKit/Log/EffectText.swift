import ExplorerTerminal
import SluiceWire

/// A turn in the life of an effect's run, in one phrase: `✗ Search.run #3 failed after 12 ms: …`.
struct EffectText {
  let text: String
  let style: Style

  init(_ effect: WireRecord.Effect) {
    let name = "\(effect.effect) #\(effect.run)"
    let duration = effect.duration.map { " after " + DurationText.text(nanoseconds: $0) } ?? ""
    let raw =
      switch effect.event {
      case .started: "▸ \(name) started"
      case .ended: "■ \(name) ended\(duration)"
      case .cancelled: "□ \(name) was cancelled\(duration)"
      case .failed: "✗ \(name) failed\(duration): \(effect.error ?? "it did not say why")"
      }
    text = VisibleText(raw).description
    style = effect.event == .failed ? .problem : .effect
  }
}
