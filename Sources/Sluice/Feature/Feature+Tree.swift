extension Feature {
  /// Returns this feature for each node of a tree, named by ``ElementAction``s.
  ///
  /// ```swift
  /// let folder = Feature<Folder, Disk>(id: "folder").reducer(folderReducer).effects(FolderEffects())
  ///
  /// store.register(feature: folder.lift(tree: \Folder.folders), state: \.root)
  /// store.dispatch(action: Rename("Documents"))  // the root
  /// store.dispatch(
  ///   action: ElementAction<Folder>(id: 1, action: ElementAction<Folder>(id: 2, action: Open()))
  /// )
  /// ```
  ///
  /// An action for the root is the action itself; for other nodes it is an ``ElementAction`` within
  /// others, one for each level. Reducers are lifted as by `Reducer.recursive`, effects, feedbacks and
  /// middleware each as by its own `lift(elements:)`: each node has runs of its own, which see it as
  /// their state and dispatch for it. The commit that removes a node, one of those around it, or moves
  /// it elsewhere, cancels them. Interceptors, histories, streams of actions and sources are one for
  /// all: they aren't registered, which is reported when the feature is.
  /// - Parameter keyPath: The children of a node: ``Entities``, an array, or another
  ///   ``IdentifiedCollection``.
  public func lift<Nodes: IdentifiedCollection & SendableMetatype>(
    tree keyPath: any WritableKeyPath<State, Nodes> & Sendable
  ) -> Feature
  where
    State: Identifiable, Nodes.IdentifiedMember == State, Nodes.MemberIdentifier == State.ID,
    State.ID: Sendable
  {
    lifted(tree: PartPlace(keyPath), by: ActionLift(tree: State.self)) {
      $0.lift(elements: keyPath)
    }
  }

  /// Returns this feature for each node of a tree whose actions wrap those of its children, such as
  /// the cases of an `indirect enum`.
  ///
  /// Each node's runs are its own, as with `lift(tree:)`.
  /// - Parameters:
  ///   - keyPath: The children of a node: ``Entities``, an array, or another
  ///     ``IdentifiedCollection``.
  ///   - extract: Returns a child's id and action; `nil` for the node's own. Must be pure: it may be
  ///     called while the store reduces, and several times for an action.
  ///   - embed: Wraps what the feature dispatches for a child; actions of other types stay unchanged.
  public func lift<Nodes: IdentifiedCollection & SendableMetatype, Own: Action>(
    tree keyPath: any WritableKeyPath<State, Nodes> & Sendable,
    action extract: @escaping @Sendable (Own) -> (Nodes.MemberIdentifier, Own)?,
    embed: @escaping @Sendable (Nodes.MemberIdentifier, Own) -> Own
  ) -> Feature where Nodes.IdentifiedMember == State, Nodes.MemberIdentifier: Sendable {
    lifted(tree: PartPlace(keyPath), by: ActionLift(tree: extract, embed)) {
      $0.lift(elements: keyPath, action: extract, embed: embed)
    }
  }

  private func lifted<ID>(
    tree children: PartPlace<State, ID, State>,
    by lift: ActionLift,
    _ liftReducer: @escaping (Reducer<State>) -> Reducer<State>
  ) -> Feature {
    lifted(PartPlace(tree: children), by: lift) { reducer in
      .recursive { this in .combine(reducer, liftReducer(this)) }
    }
  }
}
