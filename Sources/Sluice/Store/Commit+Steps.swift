extension Commit {
  /// What one reducer made of the state.
  public struct Step: Sendable {
    /// The reducer's id, as in ``Commit/reducers``.
    public let reducer: String
    private let box: StateBox<State>

    fileprivate init(_ reducer: ReducerName, _ box: AnyStateBox) {
      self.reducer = reducer.id
      self.box = StateBox(box)
    }

    /// The state that the reducer left.
    public var newState: State { box.value }
  }

  /// The ids of the reducers that handled the action, in order.
  ///
  /// Of a combined reducer, the part is named that has an id. A reducer that is lifted to wrapping
  /// actions handles all of them, those of others too, which change nothing. Empty if no reducer
  /// handled the action, or a state was restored. Found when it is read.
  public var reducers: [String] { record.reducers.map(\.id) }

  /// The reducers that handled the action, in order, each with the state that it left: what one
  /// changed is the difference from the one before, or from the old state.
  ///
  /// `nil` if there are several, unless an interceptor requested ``InterceptorInterests/steps``.
  public var steps: [Step]? {
    let reducers = record.reducers
    guard let last = reducers.last else { return [] }
    let states = between?.boxes ?? []
    guard states.count == reducers.count - 1 else { return nil }
    return zip(reducers, states).map { Step($0, $1) } + [Step(last, newBox)]
  }
}
