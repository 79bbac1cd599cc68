import Synchronization

/// What identifies a selector in messages and measurements, and counts its projector's runs.
///
/// One for all homes. Cells and observers retain it, and need not retain the selector.
@usableFromInline
final class SelectorIdentity: Sendable {
  /// What measurements say of a selector.
  final class Label: Sendable {
    let name: String
    /// The source position, if known.
    let position: String?
    /// Why the projector runs though no input may have changed, if it does.
    let cause: CommitReads.Cause?

    init(_ name: String, _ position: String?, _ cause: CommitReads.Cause?) {
      self.name = name
      self.position = position
      self.cause = cause
    }
  }

  let source: SelectorSource
  private let type: any Any.Type
  /// The inputs that count as changed with each new state, because their values have no `==`; `nil`
  /// if the input is the whole state.
  private let unequatableInputs: [SelectorIdentity]?
  private let lazyLabel = OnceReference<Label>()
  private let runCount = Atomic<Int>(0)

  init(_ source: SelectorSource, _ type: any Any.Type, unequatableInputs: [SelectorIdentity]?) {
    self.source = source
    self.type = type
    self.unequatableInputs = unequatableInputs
  }

  /// The number of projector runs.
  var runs: Int { runCount.load(ordering: .relaxed) }

  @usableFromInline
  func countRun() { runCount.wrappingAdd(1, ordering: .relaxed) }

  /// The selector's label; made once, because describing a key path takes long.
  var label: Label { lazyLabel.load() ?? lazyLabel.storeIfNil(makeLabel()) }

  private var cause: CommitReads.Cause? {
    guard let unequatableInputs else { return .wholeState }
    return unequatableInputs.isEmpty
      ? nil : .unequatable(unequatableInputs.map(\.source.description))
  }

  private func makeLabel() -> Label {
    guard case .projector(let place) = source else { return Label(source.description, nil, nil) }
    return Label(place.name ?? "\(type)", place.position, cause)
  }
}
