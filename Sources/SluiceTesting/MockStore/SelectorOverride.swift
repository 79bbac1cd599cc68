import SluiceCore
import SluiceLocks

/// What a test makes a selector return, as long as it retains the selector.
final class SelectorOverride: Sendable {
  let key: SelectorKey
  /// Where the selector comes from.
  let source: String
  private let overriding: any Sendable
  private let isRead = Atomic<Bool>(false)

  init<State, Value>(_ value: Value, of selector: Selector<State, Value>) {
    key = SelectorKey(selector)
    source = selector.identity.source.description
    overriding = value
  }

  /// Whether anything has asked for the value.
  var wasRead: Bool { isRead.load(ordering: .acquiring) }

  /// The value, for something that asks for it.
  func read() -> any Sendable {
    isRead.store(true, ordering: .releasing)
    return overriding
  }
}
