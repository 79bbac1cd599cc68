/// Makes the part of the state that the runs of a lifted effect see, as a ``ProjectedView``.
struct EffectView: Sendable {
  typealias View = any AnyObject & Sendable

  /// Returns the view of a store, or of what the effect's registration sees of it; `nil` if its
  /// state is of another type than the lift's whole.
  private let make: @Sendable (_ engine: Engine, _ outer: View?) -> View?

  func callAsFunction(_ engine: Engine, _ outer: View?) -> View? { make(engine, outer) }

  /// Returns the view of a part, within which an earlier lift sees its own.
  static func part<Whole: Sendable, Part: Sendable>(
    _ keyPath: any KeyPath<Whole, Part> & Sendable,
    _ inner: EffectView?
  ) -> EffectView {
    EffectView { engine, outer in
      let selector = Selector(keyPath: keyPath)
      let view: ProjectedView<Part>
      if let outer = outer as? ProjectedView<Whole> {
        view = ProjectedView(selector, of: outer)
      } else if outer == nil, let engine = engine as? StateEngine<Whole> {
        view = ProjectedView(selector, of: engine)
      } else {
        return nil
      }
      return inner.map { $0(engine, view) } ?? view
    }
  }
}
