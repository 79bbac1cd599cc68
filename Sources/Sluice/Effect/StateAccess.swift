/// The access of an effect's runs to the state.
struct StateAccess: Sendable {
  /// The state that the runs read; `nil` if they read none.
  private var read: Read?
  /// The part of the state that they see; `nil` for all that the registration sees.
  private var view: EffectView?

  private struct Read: Sendable {
    let type: any Sendable.Type
    let isReadable: @Sendable (Core, EffectView.View?) -> Bool
  }

  /// Creates the access of runs that read no state.
  init() {}

  /// Creates the access of runs that read a state; that of `Void` is no state.
  init<State: Sendable>(reading type: State.Type) {
    if type == Void.self { return }
    read = Read(type: type) { core, view in
      view is ProjectedView<State> || core is StateCore<State>
    }
  }

  /// Returns the access of runs to a part of a larger state.
  func lifted<Whole: Sendable, Part: Sendable>(
    _ keyPath: any KeyPath<Whole, Part> & Sendable
  ) -> StateAccess {
    var access = self
    access.view = .part(keyPath, view)
    return access
  }

  /// Returns the view of runs that are registered in an core.
  ///
  /// - Parameters:
  ///   - outer: The view of the registration, such as a feature's.
  ///   - name: The name of the effect, for the error.
  ///   - site: The effect's position, for the error.
  /// - Throws: A ``StateTypeMismatch`` if the state is of another type than the effect's.
  func view(
    in core: Core,
    _ outer: EffectView.View?,
    _ name: String,
    _ site: ActionOrigin.Site
  ) throws(StateTypeMismatch) -> EffectView.View? {
    func mismatch(_ requested: any Sendable.Type) -> StateTypeMismatch {
      StateTypeMismatch(
        effect: name,
        position: "\(site.fileID):\(site.line)",
        requestedType: "\(requested)",
        storedType: "\(core.kind.type)",
        partType: (outer as? any StateProjecting).flatMap { view in
          view.stateType == core.kind.type ? nil : "\(view.stateType)"
        }
      )
    }
    var seen = outer
    if let view {
      seen = view(core, outer)
      if seen == nil { throw mismatch(view.whole) }
    }
    if let read, !read.isReadable(core, seen) { throw mismatch(read.type) }
    return seen
  }
}

/// Makes the part of the state that the runs of a lifted effect see, as a ``ProjectedView``.
struct EffectView: Sendable {
  typealias View = any AnyObject & Sendable

  /// The type of the state that contains the part.
  let whole: any Sendable.Type
  private let make: @Sendable (_ core: Core, _ outer: View?) -> View?

  /// Returns the view in a store, or in what the effect's registration sees of it; `nil` if neither
  /// state is of the lift's type.
  func callAsFunction(_ core: Core, _ outer: View?) -> View? { make(core, outer) }

  /// Returns the view of a part, within which an earlier lift sees its own.
  static func part<Whole: Sendable, Part: Sendable>(
    _ keyPath: any KeyPath<Whole, Part> & Sendable,
    _ inner: EffectView?
  ) -> EffectView {
    EffectView(whole: Whole.self) { core, outer in
      let selector = Selector(keyPath: keyPath)
      let view: ProjectedView<Part>
      if let outer = outer as? ProjectedView<Whole> {
        view = ProjectedView(selector, of: outer)
      } else if let core = core as? StateCore<Whole> {
        view = ProjectedView(selector, of: core)
      } else {
        return nil
      }
      guard let inner else { return view }
      return inner(core, view)
    }
  }
}

/// A view of a part of the state, without the part's type.
protocol StateProjecting {
  var stateType: any Sendable.Type { get }

  /// Returns the part of a state of the store.
  func project(_ box: AnyStateBox, _ version: Int) -> AnyStateBox
}

extension ProjectedView: StateProjecting {
  var stateType: any Sendable.Type { State.self }
}
