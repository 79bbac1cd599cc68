import SluiceLocks

/// What identifies a selector in messages and measurements, and counts its projector's runs.
///
/// One for all homes. Cells and observers retain it, and need not retain the selector.
@usableFromInline
package final class SelectorIdentity: Sendable {
  /// What measurements say of a selector.
  final class Label: Sendable {
    let name: String
    /// The source position, if known.
    let position: String?

    init(_ name: String, _ position: String?) {
      self.name = name
      self.position = position
    }
  }

  package let source: SelectorSource
  private let type: any Any.Type
  /// Whether the projector runs for each new state, because that is its input.
  let readsWholeState: Bool
  private let lazyLabel = OnceReference<Label>()
  private let runCount = Atomic<Int>(0)

  init(_ source: SelectorSource, _ type: any Any.Type, readsWholeState: Bool) {
    self.source = source
    self.type = type
    self.readsWholeState = readsWholeState
  }

  /// The number of projector runs.
  var runs: Int { runCount.load(ordering: .relaxed) }

  @usableFromInline
  func countRun() { runCount.wrappingAdd(1, ordering: .relaxed) }

  /// The selector's label; made once, because describing a key path takes long.
  var label: Label { lazyLabel.load() ?? lazyLabel.storeIfNil(makeLabel()) }

  private func makeLabel() -> Label {
    guard case .projector(let place) = source else { return Label(source.description, nil) }
    return Label(place.name ?? "\(type)", place.position)
  }
}
