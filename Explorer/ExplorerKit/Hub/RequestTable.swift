import SluiceTree
import SluiceWire

/// The origin of a command, which receives its answer.
indirect enum Requester: Hashable, Sendable {
  /// The user of the hub.
  case local
  /// The hub itself, to recover an unknown state.
  case resynchronization
  /// A viewer, and its own number for the command.
  case viewer(Int, request: Int)
  /// A request to restore the state after a commit, with the state as received, for the case that
  /// the program no longer holds its own.
  case restoring(Requester, number: Int, Tree)
  /// The second attempt, with the number of the first request and its refusal.
  case restoringTree(Requester, number: Int, request: Int, refusal: String)

  /// The original requester.
  var first: Requester {
    switch self {
    case .local, .resynchronization, .viewer: self
    case .restoring(let requester, _, _), .restoringTree(let requester, _, _, _): requester
    }
  }
}

/// The pending commands of one program.
///
/// Each viewer numbers its own requests; the program receives the numbers of this table.
struct RequestTable {
  /// The maximum number of pending commands.
  static let maximumCount = 1_024

  private var requesters: [Int: Requester] = [:]
  private var last = 0

  /// Returns the number for the program; `nil` if too many commands are pending.
  mutating func add(_ requester: Requester) -> Int? {
    guard requesters.count < Self.maximumCount else { return nil }
    last += 1
    assert(requesters[last] == nil)
    requesters[last] = requester
    return last
  }

  /// Removes and returns the requester of a reply; `nil` if there is none.
  mutating func answer(_ reply: Int) -> Requester? {
    requesters.removeValue(forKey: reply)
  }

  /// Removes and returns all requesters with their numbers, in order.
  mutating func takeAll() -> [(request: Int, requester: Requester)] {
    defer { requesters = [:] }
    return requesters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
