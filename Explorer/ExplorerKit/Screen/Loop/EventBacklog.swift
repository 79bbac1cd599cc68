import Sluice

/// The events that arrived and were not dispatched yet, in their order.
struct EventBacklog {
  /// The number of pending events at which reading stops; senders wait then.
  static let limit = 4_096
  /// The number of events that are dispatched together, about a millisecond's work.
  static let piece = 128

  private var events = Deque<HubEvent>()

  var count: Int { events.count }
  var isEmpty: Bool { events.isEmpty }
  var isFull: Bool { count >= Self.limit }

  mutating func append(_ more: [HubEvent]) {
    for event in more { events.append(event) }
  }

  /// Removes the oldest events, a piece of them, and returns them.
  mutating func takePiece() -> [HubEvent] {
    var piece: [HubEvent] = []
    while piece.count < Self.piece, let event = events.popFirst() { piece.append(event) }
    return piece
  }
}
