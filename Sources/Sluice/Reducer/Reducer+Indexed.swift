extension Reducer {
  /// Returns this reducer for each element of a collection, found by its index.
  ///
  /// ```swift
  /// enum AppAction: Action { case row(Int, RowAction) }
  ///
  /// rowReducer.lift(indexed: \AppState.rows) { (action: AppAction) in
  ///   if case .row(let index, let action) = action { (index, action) } else { nil }
  /// }
  /// ```
  ///
  /// For elements without an id, such as the squares of a board. Where elements come and go, an
  /// index that an answer brings later may be another element's: find them by id, with
  /// `lift(elements:action:)`. The element is changed in place.
  ///
  /// An action for an index that is not there changes nothing and is reported once, as a
  /// ``StoreDiagnostic``.
  /// - Parameters:
  ///   - keyPath: A collection that finds elements by index in constant time, such as an array.
  ///   - extract: Returns the element's index and action; `nil` if the action is not for an element.
  public func lift<
    Whole: Sendable,
    Elements: RandomAccessCollection & MutableCollection & SendableMetatype,
    Global: Action,
    Local: Action
  >(
    indexed keyPath: any WritableKeyPath<Whole, Elements> & Sendable,
    action extract: @escaping @Sendable (Global) -> (Elements.Index, Local)?
  ) -> Reducer<Whole> where Elements.Element == State {
    let nested = NestedHandlers<State>(
      handlers,
      expecting: Local.self is any AnyObject.Type ? nil : Local.self
    )
    let reporter = UniqueNumbers.reporters.next()
    let handler = Handler(followUps: nested.followUps) {
      (whole: inout Whole, action: Global, output) in
      guard let (index, local) = extract(action) else { return }
      // Read first, so that the collection isn't borrowed while it changes.
      let (start, end) = (whole[keyPath: keyPath].startIndex, whole[keyPath: keyPath].endIndex)
      if index >= start, index < end {
        return nested.reduce(&whole[keyPath: keyPath][index], local, &output)
      }
      output.report(
        onceFor: reporter,
        .missingIndex(
          "\(index)",
          count: whole[keyPath: keyPath].count,
          of: "\(State.self)",
          action: "\(action)"
        )
      )
    }
    return Reducer<Whole>(name: name.derived, handlers: [handler])
  }
}
