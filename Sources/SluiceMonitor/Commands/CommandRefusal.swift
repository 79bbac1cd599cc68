import Sluice
import SluiceHistory
import SluiceRecordings
import SluiceTree

/// Why a command is not executed: what is wrong, and how to fix it.
///
/// Contains no value of the state: what is redacted for the Explorer isn't in its errors either.
enum CommandRefusal: Error, Hashable, CustomStringConvertible {
  case noAction(ActionRefusal)
  case restoringNotAllowed
  case notHeld(number: Int, held: ClosedRange<Int>?)
  case notRecorded(ReplayRefusal)
  case notDecodable(type: String)
  case transformed
  case notEncodable
  case nothingAt(TreePath)
  case withheld([TreePath])
  case unreadableState(reason: String)
  case liftedInterceptor
  case noState
  case tooManyWait(Int)
  case noCommit
  case noCommitYet

  var description: String {
    switch self {
    case .noAction(let refusal):
      refusal.description
    case .restoringNotAllowed:
      "This program does not let its state be restored. Allow it with"
        + " ExplorerInterceptor { $0.allowsRestore = true }."
    case .notHeld(let number, nil):
      "The state after commit \(number) is not held, nor is any other. States are held from the"
        + " moment an Explorer connects."
    case .notHeld(let number, let held?):
      "The state after commit \(number) is not held. Choose one from \(held.lowerBound) to"
        + " \(held.upperBound), or hold more with ExplorerLimits(heldStates:)."
    case .notRecorded(let refusal) where refusal.available == nil:
      "No commit can be left out. Actions are recorded from the moment an Explorer connects, and"
        + " anew when a state is restored from text."
    case .notRecorded(let refusal):
      refusal.description
    case .notDecodable(let type):
      "The state can't be restored from text: \(type) is not Decodable. Restore it by the number"
        + " of a commit."
    case .transformed:
      "This program shows a transformed state, from which none can be restored. Restore it by"
        + " the number of a commit."
    case .notEncodable:
      "No value can be set in a state that is not Encodable."
    case .nothingAt(let path):
      "The state has nothing at \(path.text). Look at it with “sluice-explorer state”."
    case .withheld(let paths):
      "The state is incomplete at \(paths.map(\.text).joined(separator: ", ")): something was cut or"
        + " withheld there, and it is not certain which live value belongs in its place. Restore by"
        + " the number of a commit, or send these values too."
    case .unreadableState(let reason):
      "The state can't be decoded. \(reason)"
    case .liftedInterceptor:
      "This interceptor watches a part of the store's state, and cannot command the store. Register"
        + " one that is not lifted."
    case .noState:
      "The state is not known before the first commit. Ask again then."
    case .tooManyWait(let count):
      "\(count) commands already wait for an answer. Read the answers first."
    case .noCommit:
      "It led to no commit: a middleware dropped, changed or delayed it."
    case .noCommitYet:
      "It led to no commit that was seen within 5 seconds: the program is busy, or a filter hides it."
    }
  }
}

extension TreePath {
  fileprivate var text: String { isRoot ? "its root" : description }
}
