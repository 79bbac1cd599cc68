import Sluice
import SluiceHistory
import SluiceLocks
import SluiceRecordings
import SluiceTree
import SluiceWire

/// Restores states of a store whose state's type is known where this was made.
struct StateRestorer: Sendable {
  /// Whether a state can be decoded from a tree.
  let acceptsTrees: Bool
  /// Restores the state after an earlier commit.
  let restore: @Sendable (HeldState, _ number: Int, StateSource, _ command: Int) -> Void
  /// Begins to record at least a number of last actions of a store; ends that if there is none.
  let record: @Sendable (_ limit: Int, _ source: () -> StateSource?) -> Void
  /// Reduces the recorded actions again without those of some commits.
  let replay: @Sendable (_ without: [Int], _ command: Int) throws(CommandRefusal) -> Void
  /// Replaces the current state by one that is made of it.
  let restoreTree:
    @Sendable (StateSource, _ command: Int, TreeMaking) throws(CommandRefusal) -> Void

  /// Makes a state of the current one, which is `nil` if it can't be encoded; tells whether there is anything
  /// of it in it.
  typealias TreeMaking = (_ live: Tree?) throws(CommandRefusal) -> (tree: Tree, hasLiveValues: Bool)

  /// - Parameter isShown: Whether the Explorer sees states unchanged; otherwise it would put into
  ///   the program what was made to be shown.
  init<State: Sendable>(_ type: State.Type, isShown: Bool) {
    let decodable = State.self as? any (Decodable & Sendable).Type
    acceptsTrees = isShown && decodable != nil
    restore = { held, number, source, command in
      held.withState(as: State.self) {
        source.restore(copy $0, after: number, command: command)
      }
    }
    let recorder = CurrentRecorder<State>()
    record = { limit, source in recorder.update(limit: limit, source) }
    replay = { commits, command throws(CommandRefusal) in
      do throws(ReplayRefusal) {
        guard let recorder = recorder.value else {
          throw ReplayRefusal(commit: commits.min(), available: nil)
        }
        try recorder.replay(without: commits, command: command)
      } catch {
        throw .notRecorded(error)
      }
    }
    restoreTree = { source, command, make throws(CommandRefusal) in
      guard isShown else { throw .transformed }
      guard let decodable else { throw .notDecodable(type: "\(State.self)") }
      let live = source.snapshot().state.withState(as: State.self) { Self.wholeTree(of: copy $0) }
      let (tree, hasLiveValues) = try make(live)
      do {
        let decoder = TreeDecoder(maximalDepth: Tree.maximalDepth)
        guard let state = try decoder.decode(decodable, from: tree) as? State
        else { throw CommandRefusal.notDecodable(type: "\(State.self)") }
        source.restore(state, after: nil, command: command)
      } catch let refusal as CommandRefusal {
        throw refusal
      } catch {
        // What doesn't fit may be a live value that is redacted for the reader.
        throw .unreadableState(reason: hasLiveValues ? error.place : error.reason)
      }
    }
  }

  /// The tree without cuts or redaction; `nil` if the state can't be encoded.
  private static func wholeTree(of state: Any) -> Tree? {
    guard let state = state as? any Encodable else { return nil }
    let (tree, failures) = TreeEncoder(options: .whole).show(state)
    return failures.isEmpty ? tree : nil
  }
}

extension Error {
  /// The place of a decoder's failure, without the value found there.
  fileprivate var place: String {
    guard let error = self as? DecodingError else { return "\(type(of: self)) was thrown." }
    let place = TreePath(codingPath: error.context?.codingPath ?? [])
    return "The value at \(place.isRoot ? "the top" : place.description) does not fit."
  }
}

/// The recorder of a store's actions, while there is one.
private final class CurrentRecorder<State: Sendable>: Sendable {
  private let recorder = Locked<ReplayRecorder<State>?>(nil)

  var value: ReplayRecorder<State>? { recorder.withLock { $0 } }

  /// - Parameter source: Returns the store to record; evaluated with the lock held, so that the last
  ///   call decides.
  func update(limit: Int, _ source: () -> StateSource?) {
    let former = recorder.withLock { recorder -> ReplayRecorder<State>? in
      guard let source = source() else { return recorder.take() }
      if recorder == nil { recorder = source.makeRecorder(of: State.self, limit: limit) }
      return nil
    }
    // Releases the recorded actions, which is user code.
    former?.unregister()
  }
}
