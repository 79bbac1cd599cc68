import SluiceCore

/// A pure state machine that decides what becomes of the items of a stream for one reader.
///
/// An item is unread, then in hand until the reader requests the next one. Whoever puts items down or
/// finishes counts them as done.
struct StreamBuffer<Item> {
  /// The answer to a request.
  enum Step {
    case give(Item)
    case wait
    case end
  }

  private var unread = Deque<Item>()
  private var inHand: [Item] = []
  private var isFinished = false

  /// Adds an item.
  ///
  /// - Parameter isAwaited: Whether a reader waits for it: then the caller gives it to that reader.
  /// - Returns: Whether there is one more item; `false` if it came after the end.
  mutating func append(_ item: Item, isAwaited: Bool) -> Bool {
    if isFinished { return false }
    assert(!isAwaited || unread.isEmpty)
    if isAwaited { inHand.append(item) } else { unread.append(item) }
    return true
  }

  /// Takes the next item in hand.
  mutating func take() -> Step {
    if isFinished { return .end }
    guard let item = unread.popFirst() else { return .wait }
    inHand.append(item)
    return .give(item)
  }

  /// Returns the items in hand, which the reader is done with.
  mutating func putDown() -> [Item] {
    if inHand.isEmpty { return [] }
    defer { inHand = [] }
    return inHand
  }

  /// Ends the reading.
  ///
  /// - Returns: The items in hand and those that will never be read.
  mutating func finish() -> [Item] {
    isFinished = true
    var items = putDown()
    while let item = unread.popFirst() { items.append(item) }
    return items
  }
}
