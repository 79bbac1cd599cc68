extension Store {
  /// Puts a state in the place of the current one, as one commit whose action is
  /// ``StateRestored``.
  ///
  /// Interceptors and selections are told; middleware, reducers and effects are passed by, so that
  /// what happened then does not happen again.
  public final func restore(
    _ state: State,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) {
    engine.restore(
      StateBox(holding: state),
      StateRestored(reason: .state),
      .restoring(note, fileID, line, function)
    )
  }

  /// Puts the state after an earlier commit in the place of the current one, as one commit whose
  /// action is ``StateRestored`` and names the earlier one.
  public final func restore(
    _ commit: Commit<State>,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) {
    engine.restore(
      commit.new,
      StateRestored(reason: .commit(commit.number)),
      .restoring(note, fileID, line, function)
    )
  }

  /// Puts a part of the state in the place of the current one, as one commit whose action is
  /// ``StateRestored``.
  ///
  /// The setter of a computed key path runs without the store's lock, and again if the state changes
  /// meanwhile.
  public final func restore<Part: Sendable>(
    _ part: Part,
    at keyPath: any WritableKeyPath<State, Part> & Sendable,
    note: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) {
    engine.restore(
      at: keyPath,
      StateRestored(reason: .state),
      .restoring(note, fileID, line, function)
    ) {
      RestoredPart(part: part)
    }
  }
}

/// Says that a state was put back, by ``Store/restore(_:note:fileID:line:function:)-(State,_,_,_,_)``,
/// by an undo or a redo.
public struct StateRestored: Action, Equatable {
  /// Which state was put back.
  public enum Reason: Sendable, Hashable {
    /// One that the program had at hand.
    case state
    /// The one after an earlier commit.
    case commit(Int)
    /// The one before the last step of a history.
    case undo
    /// The one after the step that was undone last.
    case redo
  }

  /// Which state was put back.
  public let reason: Reason
  /// The history that did it, and has done with it.
  var history: ObjectIdentifier?

  /// Whether both put back the same kind of state.
  public static func == (one: Self, other: Self) -> Bool {
    one.reason == other.reason
  }
}

extension DispatchContext {
  static func restoring(
    _ note: String?,
    _ fileID: StaticString,
    _ line: UInt,
    _ function: StaticString
  ) -> Self {
    Self(site: ActionOrigin.Site(fileID: fileID, line: line, function: function), note: note)
  }
}
