import SluiceTree
import SluiceWire

/// Who waits for the reply to a command.
indirect enum Asker: Hashable, Sendable {
  /// The person in front of the hub.
  case ourselves
  /// The hub itself, which mends a state that it has lost.
  case mending
  /// A viewer, and the number that it gave the command.
  case viewer(Int, request: Int)
  /// Somebody who wants the state after a commit, of which this is known here: to be restored from
  /// that if the program no longer holds the state.
  case restoring(Asker, number: Int, Tree)
  /// The same for the second time, with the number of the first request and what was answered.
  case restoringAgain(Asker, number: Int, request: Int, refusal: String)

  /// Who wants it in the end.
  var first: Asker {
    switch self {
    case .ourselves, .mending, .viewer: self
    case .restoring(let asker, _, _), .restoringAgain(let asker, _, _, _): asker
    }
  }
}

/// The commands that one program has not answered yet.
///
/// Each viewer counts its own requests; the program sees the numbers of this table.
struct RequestTable {
  /// Commands that may wait for one program.
  static let most = 1_024

  private var askers: [Int: Asker] = [:]
  private var last = 0

  /// The number under which the program is to be asked; nil when too many wait.
  mutating func add(_ asker: Asker) -> Int? {
    guard askers.count < Self.most else { return nil }
    last += 1
    askers[last] = asker
    return last
  }

  /// Whom a reply is for; nil for one that nobody waits for.
  mutating func answer(_ reply: Int) -> Asker? {
    askers.removeValue(forKey: reply)
  }

  /// Takes out all who wait, with the numbers under which they do, in the order in which they asked.
  mutating func takeAll() -> [(request: Int, asker: Asker)] {
    defer { askers = [:] }
    return askers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
