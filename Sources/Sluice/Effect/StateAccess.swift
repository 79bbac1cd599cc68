/// The access of an effect's runs to the state.
struct StateAccess: Sendable {
  /// The types of the states that are read, first that which the runs read, if they read one.
  private var read: [any Sendable.Type] = []
  /// The part of the state that they see; `nil` for the whole state.
  private var view: EffectView?
  /// Returns the parts that an action is for, if runs belong to one of several.
  private var pattern: (@Sendable (any Action) -> PartPattern?)?

  /// Creates the access of runs that read no state.
  init() {}

  /// Creates the access of runs that read a state; that of `Void` is no state.
  init<State: Sendable>(reading type: State.Type) {
    if type != Void.self { read = [type] }
  }

  /// The type of the state that the runs of an effect that wasn't lifted read; `nil` for none.
  var stateType: (any Sendable.Type)? { read.first }

  /// Returns the access that also reads states of some types.
  func reading(_ types: [any Sendable.Type]) -> StateAccess {
    var access = self
    access.read += types
    return access
  }

  /// Returns the access of runs to a part of a larger state.
  func lifted<Whole: Sendable, Part: Sendable>(
    _ keyPath: any KeyPath<Whole, Part> & Sendable
  ) -> StateAccess {
    var access = self
    access.view = .part(keyPath, view)
    return access
  }

  /// Returns the access of runs to one of several parts of a larger state.
  func lifted<Whole, ID, Part>(_ place: PartPlace<Whole, ID, Part>) -> StateAccess {
    var access = self
    access.view = .part(place, view)
    return access
  }

  /// Returns the access of the runs of actions that wrap others.
  func lifted(by lift: ActionLift) -> StateAccess {
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
  ///   - laneWork: The work of the runs, if they depend on each other.
  ///   - name: The name of the effect, for the error.
  ///   - site: The effect's position, for the error.
  /// - Throws: A ``StateTypeMismatch`` if the state is of another type than the effect's.
  func place(
    in core: Core,
    laneWork: RunWork?,
    _ name: String,
    _ site: ActionOrigin.Site
  ) throws(StateTypeMismatch) -> EffectPlace {
    func mismatch(_ requested: any Any.Type, in part: (any Any.Type)?) -> StateTypeMismatch {
      StateTypeMismatch(
        effect: name,
        position: "\(site.fileID):\(site.line)",
        requestedType: "\(requested)",
        storedType: "\(core.kind.type)",
        partType: part.flatMap { $0 == core.kind.type ? nil : "\($0)" }
      )
    }
    if let view, view.whole != core.kind.type { throw mismatch(view.whole, in: nil) }
    if let wrong = view?.wrongStep { throw mismatch(wrong.requested, in: wrong.part) }
    // A lifted effect may read the whole state all the same.
    for read in read where read != core.kind.type && read != view?.part {
      throw mismatch(read, in: view?.part)
    }
    guard let view else { return EffectPlace() }
    guard let pattern, let finder = view.finder else {
      return EffectPlace(part: view, view: view(core, PartID()))
    }
    let parts = RunParts(
      of: name,
      finder,
      pattern: pattern,
      makeView: { [unowned core] id in view(core, id) },
      laneWork: laneWork
    )
    return EffectPlace(part: view, parts: parts)
  }
}

/// What the runs of an effect see of the state that a core holds; nothing for the whole state.
struct EffectPlace {
  /// Finds their part in a state.
  var part: EffectView?
  /// The part that all of them see.
  var view: EffectView.View?
  /// The parts to which they belong, if there are several.
  var parts: RunParts?
}

/// Makes the part of the state that the runs of a lifted effect see, as a ``ProjectedView``.
struct EffectView: Sendable {
  typealias View = any AnyObject & Sendable

  /// The type of the state that contains the part.
  let whole: any Sendable.Type
  /// The type of the part, within which an earlier lift may see its own.
  let part: any Sendable.Type
  /// A part that isn't of the type that an earlier lift requests.
  let wrongStep: (requested: any Sendable.Type, part: any Sendable.Type)?
  /// Finds the parts, if they come and go.
  let finder: PartFinder?
  /// The ``PartPath`` from the whole to parts that come and go.
  private let path: (any AnyObject & Sendable)?
  private let make: @Sendable (_ outer: View, _ steps: ArraySlice<PartID.Step>) -> View?
  private let find: @Sendable (AnyStateBox, _ steps: ArraySlice<PartID.Step>) -> AnyStateBox?

  /// Returns the view of a part in a store, or in a view; `nil` if the part is absent.
  func callAsFunction(_ outer: View, _ id: PartID) -> View? { make(outer, id.steps[...]) }

  /// Returns a box of the part in a state; `nil` if the part is absent.
  ///
  /// Reads that state and nothing else, unlike a view, which memoizes and keeps the last part.
  func part(of state: AnyStateBox, _ id: PartID) -> AnyStateBox? { find(state, id.steps[...]) }

  private init<Whole: Sendable, Part: Sendable>(
    _ inner: EffectView?,
    _ path: PartPath<Whole>?,
    find: @escaping @Sendable (Whole, inout ArraySlice<PartID.Step>) -> Part?,
    view: @escaping @Sendable (View, inout ArraySlice<PartID.Step>) -> ProjectedView<Part>?
  ) {
    whole = Whole.self
    part = inner?.part ?? Part.self
    wrongStep =
      inner.flatMap { $0.whole == Part.self ? nil : ($0.whole, Part.self) } ?? inner?.wrongStep
    finder = path?.finder
    self.path = path
    make = { outer, steps in
      var steps = steps
      guard let view = view(outer, &steps) else { return nil }
      guard let inner else { return view }
      return inner.make(view, steps)
    }
    self.find = { whole, steps in
      var steps = steps
      guard let part = find(StateBox<Whole>(whole).value, &steps) else { return nil }
      let box = StateBox(holding: part).storage
      return inner.map { $0.find(box, steps) } ?? box
    }
  }

  /// Returns the view of a part, within which an earlier lift sees its own.
  static func part<Whole: Sendable, Part: Sendable>(
    _ keyPath: any KeyPath<Whole, Part> & Sendable,
    _ inner: EffectView?
  ) -> EffectView {
    let path = (inner?.path as? PartPath<Part>)?.seen(from: keyPath)
    return EffectView(
      inner,
      path,
      find: { whole, _ in whole[keyPath: keyPath] },
      view: { outer, _ in view(of: Selector(keyPath: keyPath), in: outer) }
    )
  }

  /// Returns the view of one of several parts, within which an earlier lift sees its own.
  static func part<Whole, ID, Part>(
    _ place: PartPlace<Whole, ID, Part>,
    _ inner: EffectView?
  ) -> EffectView {
    EffectView(
      inner,
      PartPath(place, inner?.path as? PartPath<Part>),
      find: { whole, steps in
        (steps.popFirst()?.value as? ID).flatMap { place.find(whole, $0) }
      },
      view: { outer, steps in
        guard let id = steps.popFirst()?.value as? ID, let whole = state(Whole.self, of: outer),
          let first = place.find(whole.value, id)
        else { return nil }
        return view(of: .part(id, at: place, first: first), in: outer)
      }
    )
  }

  /// Returns a view of a part of a store's state, or of a part that a view shows.
  private static func view<Whole: Sendable, Part: Sendable>(
    of selector: Selector<Whole, Part>,
    in outer: View
  ) -> ProjectedView<Part>? {
    if let outer = outer as? ProjectedView<Whole> { return ProjectedView(selector, of: outer) }
    return (outer as? StateCore<Whole>).map { ProjectedView(selector, of: $0) }
  }

  private static func state<Whole: Sendable>(_: Whole.Type, of outer: View) -> StateBox<Whole>? {
    if let outer = outer as? ProjectedView<Whole> { return outer.current("effect").box }
    return (outer as? StateCore<Whole>)?.snapshot("effect")
  }
}
