/// The events that arrived and were not dispatched yet, in their order.
struct EventBacklog {
  /// The number of pending events at which reading stops; senders wait then.
  static let limit = 4_096
  /// The number of events that are dispatched together, about a millisecond's work.
  static let piece = 128

  private var events: [HubEvent] = []
  /// The number of events at the beginning that were taken.
  private var taken = 0

  var count: Int { events.count - taken }
  var isEmpty: Bool { count == 0 }
  var isFull: Bool { count >= Self.limit }

  mutating func append(_ more: [HubEvent]) {
    events += more
  }

  /// Removes the oldest events, a piece of them, and returns them.
  mutating func takePiece() -> [HubEvent] {
    let end = min(taken + Self.piece, events.count)
    let piece = Array(events[taken..<end])
    taken = end
    if taken == events.count {
      events.removeAll(keepingCapacity: true)
      taken = 0
    } else if taken >= Self.limit {
      events.removeFirst(taken)
      taken = 0
    }
    return piece
  }
}
