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

  /// An argument of a ``SelectorFamily``, for which a selector was made.
  package final class Member: Sendable {
    package let family: ObjectIdentifier
    package let argument: any Hashable & Sendable

    init(_ family: ObjectIdentifier, _ argument: any Hashable & Sendable) {
      self.family = family
      self.argument = argument
    }
  }

  package let source: SelectorSource
  /// The selectors from whose values this one's is made.
  let inputs: [SelectorIdentity]
  private let type: any Any.Type
  /// Whether the projector runs for each new state, because that is its input.
  let readsWholeState: Bool
  private let lazyLabel = OnceReference<Label>()
  private let lazyMember = OnceReference<Member>()
  private let runCount = Atomic<Int>(0)

  init(
    _ source: SelectorSource,
    _ type: any Any.Type,
    of inputs: [SelectorIdentity],
    readsWholeState: Bool
  ) {
    self.source = source
    self.inputs = inputs
    self.type = type
    self.readsWholeState = readsWholeState
  }

  /// The number of projector runs.
  var runs: Int { runCount.load(ordering: .relaxed) }

  @usableFromInline
  func countRun() { runCount.wrappingAdd(1, ordering: .relaxed) }

  /// Notes the family that made the selector; the first one remains.
  func noteMember(of family: ObjectIdentifier, for argument: any Hashable & Sendable) {
    if lazyMember.load() == nil { _ = lazyMember.storeIfNil(Member(family, argument)) }
  }

  /// The argument of a family for which the selector was made; `nil` if none made it.
  package func argument<Argument>(in family: ObjectIdentifier, _: Argument.Type) -> Argument? {
    guard let member = lazyMember.load(), member.family == family else { return nil }
    return member.argument as? Argument
  }

  /// Returns whether both select one part of a state, or are one.
  package func isSame(as other: SelectorIdentity) -> Bool {
    if self === other { return true }
    guard let keyPath = source.keyPath else { return false }
    return keyPath == other.source.keyPath
  }

  /// This one, and all from whose values its own is made.
  package var allSources: [SelectorIdentity] { [self] + inputs.flatMap(\.allSources) }

  /// The selector's label; made once, because describing a key path takes long.
  var label: Label { lazyLabel.load() ?? lazyLabel.storeIfNil(makeLabel()) }

  private func makeLabel() -> Label {
    guard case .projector(let place) = source else { return Label(source.description, nil) }
    return Label(place.name ?? "\(type)", place.position)
  }
}
