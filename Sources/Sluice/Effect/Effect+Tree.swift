extension Effect {
  /// Returns this effect for each node of a tree, named by ``ElementAction``s.
  ///
  /// An action for the root is the action itself; for other nodes it is an ``ElementAction`` within
  /// others, one for each level. Each node has runs of its own, which see it as their state and
  /// dispatch for it. The commit that removes a node, one of those around it, or moves it elsewhere,
  /// cancels them.
  /// - Parameter keyPath: The children of a node: ``Entities``, an array, or another
  ///   ``IdentifiedCollection``.
  public func lift<Node: Identifiable & Sendable, Nodes: IdentifiedCollection & SendableMetatype>(
    tree keyPath: any KeyPath<Node, Nodes> & Sendable
  ) -> Effect
  where Nodes.IdentifiedMember == Node, Nodes.MemberIdentifier == Node.ID, Node.ID: Sendable {
    lifted(PartPlace(tree: PartPlace(keyPath)), by: ActionLift(tree: Node.self))
  }

  /// Returns this effect for each node of a tree whose actions wrap those of its children, such as the
  /// cases of an `indirect enum`.
  ///
  /// Each node's runs are its own, as with `lift(tree:)`.
  /// - Parameters:
  ///   - keyPath: The children of a node: ``Entities``, an array, or another
  ///     ``IdentifiedCollection``.
  ///   - extract: Returns a child's id and action; `nil` for the node's own. Must be pure: it may be
  ///     called while the store reduces, and several times for an action.
  ///   - embed: Wraps what is dispatched for a child; actions of other types stay unchanged.
  public func lift<Node: Sendable, Nodes: IdentifiedCollection & SendableMetatype, Own: Action>(
    tree keyPath: any KeyPath<Node, Nodes> & Sendable,
    action extract: @escaping @Sendable (Own) -> (Nodes.MemberIdentifier, Own)?,
    embed: @escaping @Sendable (Nodes.MemberIdentifier, Own) -> Own
  ) -> Effect where Nodes.IdentifiedMember == Node, Nodes.MemberIdentifier: Sendable {
    lifted(PartPlace(tree: PartPlace(keyPath)), by: ActionLift(tree: extract, embed))
  }
}

extension Effects {
  /// Returns these effects for each node of a tree, named by ``ElementAction``s.
  ///
  /// An action for the root is the action itself; for other nodes it is an ``ElementAction`` within
  /// others, one for each level. Each node has runs of its own, which see it as their state and
  /// dispatch for it. The commit that removes a node, one of those around it, or moves it elsewhere,
  /// cancels them.
  /// - Parameter keyPath: The children of a node: ``Entities``, an array, or another
  ///   ``IdentifiedCollection``.
  public func lift<Node: Identifiable & Sendable, Nodes: IdentifiedCollection & SendableMetatype>(
    tree keyPath: any KeyPath<Node, Nodes> & Sendable
  ) -> some Effects<Environment>
  where Nodes.IdentifiedMember == Node, Nodes.MemberIdentifier == Node.ID, Node.ID: Sendable {
    LiftedEffects<Self, Environment>(self) {
      $0.lifted(PartPlace(tree: PartPlace(keyPath)), by: ActionLift(tree: Node.self))
    }
  }

  /// Returns these effects for each node of a tree whose actions wrap those of its children, such as the
  /// cases of an `indirect enum`.
  ///
  /// Each node's runs are its own, as with `lift(tree:)`.
  /// - Parameters:
  ///   - keyPath: The children of a node: ``Entities``, an array, or another
  ///     ``IdentifiedCollection``.
  ///   - extract: Returns a child's id and action; `nil` for the node's own. Must be pure: it may be
  ///     called while the store reduces, and several times for an action.
  ///   - embed: Wraps what is dispatched for a child; actions of other types stay unchanged.
  public func lift<Node: Sendable, Nodes: IdentifiedCollection & SendableMetatype, Own: Action>(
    tree keyPath: any KeyPath<Node, Nodes> & Sendable,
    action extract: @escaping @Sendable (Own) -> (Nodes.MemberIdentifier, Own)?,
    embed: @escaping @Sendable (Nodes.MemberIdentifier, Own) -> Own
  ) -> some Effects<Environment>
  where Nodes.IdentifiedMember == Node, Nodes.MemberIdentifier: Sendable {
    LiftedEffects<Self, Environment>(self) {
      $0.lifted(PartPlace(tree: PartPlace(keyPath)), by: ActionLift(tree: extract, embed))
    }
  }
}

extension Feedback {
  /// Returns this feedback for each node of a tree, named by ``ElementAction``s.
  ///
  /// An action for the root is the action itself; for other nodes it is an ``ElementAction`` within
  /// others, one for each level. Each node has runs of its own, which see it as their state and
  /// dispatch for it. The commit that removes a node, one of those around it, or moves it elsewhere,
  /// cancels them.
  ///
  /// Evaluated for all nodes, at each commit that changes the tree.
  /// - Parameter keyPath: The children of a node: ``Entities``, an array, or another
  ///   ``IdentifiedCollection``.
  public func lift<Nodes: IdentifiedCollection & SendableMetatype>(
    tree keyPath: any KeyPath<State, Nodes> & Sendable
  ) -> Feedback<State, Environment>
  where
    State: Identifiable, Nodes.IdentifiedMember == State, Nodes.MemberIdentifier == State.ID,
    State.ID: Sendable
  {
    lifted(PartPlace(tree: PartPlace(keyPath)), by: ActionLift(tree: State.self))
  }

  /// Returns this feedback for each node of a tree whose actions wrap those of its children, such as the
  /// cases of an `indirect enum`.
  ///
  /// Each node's runs are its own, as with `lift(tree:)`.
  /// - Parameters:
  ///   - keyPath: The children of a node: ``Entities``, an array, or another
  ///     ``IdentifiedCollection``.
  ///   - extract: Returns a child's id and action; `nil` for the node's own. Must be pure: it may be
  ///     called while the store reduces, and several times for an action.
  ///   - embed: Wraps what is dispatched for a child; actions of other types stay unchanged.
  public func lift<Nodes: IdentifiedCollection & SendableMetatype, Own: Action>(
    tree keyPath: any KeyPath<State, Nodes> & Sendable,
    action extract: @escaping @Sendable (Own) -> (Nodes.MemberIdentifier, Own)?,
    embed: @escaping @Sendable (Nodes.MemberIdentifier, Own) -> Own
  ) -> Feedback<State, Environment>
  where Nodes.IdentifiedMember == State, Nodes.MemberIdentifier: Sendable {
    lifted(PartPlace(tree: PartPlace(keyPath)), by: ActionLift(tree: extract, embed))
  }
}
