package import SluiceCore

/// The access of an effect's runs to the state.
package struct StateAccess: Sendable {
  /// The types of the states that are read, first that which the runs read, if they read one.
  private var read: [any Sendable.Type] = []
  /// Leads to the part of the state that they see; `nil` for the whole state.
  private var path: (any AnyPlacePath)?
  /// Returns the parts that an action is for, if runs belong to one of several.
  private var pattern: (@Sendable (any Action) -> PartPattern?)?

  /// Creates the access of runs that read no state.
  init() {}

  /// Creates the access of runs that read a state; that of `Void` is no state.
  init<State: Sendable>(reading type: State.Type) {
    if type != Void.self { read = [type] }
  }

  /// Returns the access that also reads states of some types.
  func reading(_ types: [any Sendable.Type]) -> StateAccess {
    var access = self
    access.read += types
    return access
  }

  /// Returns the access of runs to a part of a larger state.
  package func lifted<Whole, Key, Part>(to place: Place<Whole, Key, Part>) -> StateAccess {
    var access = self
    access.path = PlacePath(place, path)
    return access
  }

  /// Returns the access of the runs of actions that wrap others.
  package func lifted(by lift: ActionLift) -> StateAccess {
    if pattern == nil, lift.partCount == 0 { return self }
    var access = self
    access.pattern = { [pattern] action in
      guard let (outer, local) = lift.extractPart(action) else { return nil }
      guard let pattern else { return outer }
      // One that isn't for inner parts is for all of them.
      return PartPattern(steps: outer.steps + (pattern(local)?.steps ?? []))
    }
    return access
  }

  /// Returns what runs that are registered in a core see.
  ///
  /// - Parameters:
  ///   - name: The name of the effect, for the error.
  ///   - site: The effect's position, for the error.
  /// - Throws: A ``StateTypeMismatch`` if the state is of another type than the effect's.
  func place(
    in core: Core,
    _ name: String,
    _ site: ActionOrigin.Site
  ) throws(StateTypeMismatch) -> EffectPlace {
    func mismatch(_ requested: any Any.Type, in part: (any Any.Type)?) -> StateTypeMismatch {
      StateTypeMismatch(
        effect: name,
        position: site.position,
        requestedType: "\(requested)",
        storedType: "\(core.kind.type)",
        partType: part.flatMap { $0 == core.kind.type ? nil : "\($0)" }
      )
    }
    if let path, path.whole != core.kind.type { throw mismatch(path.whole, in: nil) }
    if let wrong = path?.wrongStep { throw mismatch(wrong.requested, in: wrong.part) }
    // A lifted effect may read the whole state all the same.
    for read in read where read != core.kind.type && read != path?.part {
      throw mismatch(read, in: path?.part)
    }
    guard let path else { return EffectPlace() }
    guard let pattern, path.depth > 0 else {
      return EffectPlace(path: path, view: path.view(of: PartID(), in: core))
    }
    let parts = PartScopes(
      path,
      pattern: pattern,
      makeView: { [unowned core] id in path.view(of: id, in: core) }
    )
    return EffectPlace(path: path, parts: parts)
  }
}

/// What the runs of an effect see of the state that a core holds; nothing for the whole state.
struct EffectPlace {
  /// Leads to their part of a state.
  var path: (any AnyPlacePath)?
  /// The part that all of them see.
  var view: PartView?
  /// The parts to which they belong, if there are several.
  var parts: PartScopes?
}
