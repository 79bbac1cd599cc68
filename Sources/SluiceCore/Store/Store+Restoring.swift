extension Store {
  /// Replaces the current state, as one commit whose action is ``StateRestored``.
  ///
  /// Notifies interceptors and selections; bypasses middleware, reducers and effects, so that past
  /// work is not repeated.
  public final func restore(
    _ state: State,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) {
    core.restore(.state(\.self), .state, .restoring(note, fileID, line, function)) {
      RestoredPart { state }
    }
  }

  /// Replaces the current state with the one after an earlier commit, as one commit whose action is
  /// ``StateRestored`` and names the earlier commit.
  public final func restore(
    _ commit: Commit<State>,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) {
    let context = DispatchContext.restoring(note, fileID, line, function)
    core.restore(.state(\.self), .commit(commit.number), context) {
      RestoredPart { commit.newState }
    }
  }

  /// Replaces a part of the current state, as one commit whose action is ``StateRestored``; changes
  /// nothing while the part is absent.
  ///
  /// ```swift
  /// store.restore(draft, at: .state(\.draft))
  /// ```
  ///
  /// The setter of a computed key path runs without the store's lock, and again if the state
  /// changes meanwhile.
  public final func restore<Part: Sendable>(
    _ part: Part,
    at place: Place<State, Only, Part>,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) {
    core.restore(place, .state, .restoring(note, fileID, line, function)) {
      RestoredPart { part }
    }
  }
}

/// The action of a commit that restored a state, by
/// ``Store/restore(_:note:fileID:line:function:)-(State,_,_,_,_)``, by an undo, a redo, by reducing
/// earlier actions again, or from a file.
public struct StateRestored: Action, Equatable {
  /// Which state was restored.
  public enum Reason: Sendable, Hashable {
    /// A state that the program passed.
    case state
    /// The state after an earlier commit.
    case commit(Int)
    /// The state before the last step of a history.
    case undo
    /// The state after the step that was undone last.
    case redo
    /// What the recorded actions make of the state without those of these commits; see
    /// `StateHistory.replay(without:)` of SluiceHistory.
    case replay(without: [Int])
    /// What a file has of a part of the state; see `SavedState` of SluiceStorage.
    case saved(in: String)
  }

  /// Which state was restored.
  public let reason: Reason
  /// Who restored the state and knows of it, such as the history of an undo.
  package var restorer: ObjectIdentifier?
  /// The ``Restoration``, with which it is done again.
  package var restoration: (any Sendable)?

  /// Returns whether both restored the same kind of state.
  public static func == (one: Self, other: Self) -> Bool {
    one.reason == other.reason
  }
}

extension StateRestored: CustomReflectable {
  /// Shows which state was restored.
  public var customMirror: Mirror {
    Mirror(self, children: ["reason": reason], displayStyle: .struct)
  }
}

extension DispatchContext {
  package static func restoring(
    _ note: String?,
    _ fileID: StaticString,
    _ line: UInt,
    _ function: StaticString
  ) -> Self {
    Self(site: ActionOrigin.Site(fileID: fileID, line: line, function: function), note: note)
  }
}
