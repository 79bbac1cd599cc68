import SluiceLocks

extension Reducer {
  /// Returns this reducer for a state that has this one's at a place.
  ///
  /// ```swift
  /// cartReducer.lift(.state(\AppState.cart))
  /// todoReducer.lift(.each(\AppState.todos))  // reached by ElementAction<Todo>
  /// ```
  ///
  /// Actions stay what they are, but those for elements, which are ``ElementAction``s; the actions of
  /// follow-ups are for the element that requested them.
  public func lift<Whole, Key>(_ place: Place<Whole, Key, State>) -> Reducer<Whole> {
    if handlers.isEmpty { return Reducer<Whole>(name: name.derived, handlers: []) }
    let lifted: [Handler]
    switch place.kind {
    case .property(let key, _), .optional(let key, _):
      lifted = handlers.map { $0.lifted(to: place, key) }
    case .elements(let actions):
      lifted = place.required(actions).handlers(place, NestedHandlers(handlers))
    }
    return Reducer<Whole>(name: name.derived, handlers: lifted)
  }

  /// Returns this reducer for a state that has this one's at a place, and for actions that wrap its own.
  ///
  /// ```swift
  /// searchReducer.lift(.state(\AppState.search), action: .case(\.search, AppAction.search))
  /// rowReducer.lift(.each(\AppState.rows), action: .element(\.row, AppAction.row))
  /// ```
  ///
  /// The lifted reducer handles wrapping actions only, not actions dispatched unwrapped; the actions of
  /// its follow-ups are wrapped before they are dispatched.
  public func lift<Whole, Key, Global, Local>(
    _ place: Place<Whole, Key, State>,
    action wrapping: Wrapping<Global, Key, Local>
  ) -> Reducer<Whole> {
    if handlers.isEmpty { return Reducer<Whole>(name: name.derived, handlers: []) }
    let nested = NestedHandlers<State>(
      handlers,
      expecting: Local.self is any AnyObject.Type ? nil : Local.self
    )
    let embed = { @Sendable (key: Key, action: any Action) -> any Action in
      (action as? Local).map { wrapping.embed(key, $0) } ?? action
    }
    let handler = place.handler(nested, embed, wrapping.extract) { state, action, output in
      nested.reduce(&state, action, &output)
    }
    return Reducer<Whole>(name: name.derived, handlers: [handler])
  }

  /// Returns this reducer, limited to some of its types of actions.
  ///
  /// ```swift
  /// protocol CartAction: Action {}
  /// cartReducer.limited { $0 is any CartAction.Type }
  /// ```
  /// - Parameter accepts: Called once for each type of action, not at each dispatch.
  public func limited(
    to accepts: @escaping @Sendable (any Action.Type) -> Bool
  ) -> Reducer {
    Reducer(name: name.derived, handlers: handlers.compactMap { $0.limited(to: accepts) })
  }
}

extension Place {
  /// Returns the actions that name an element; without any, stops the program.
  func required(
    _ actions: ElementActions<Whole, Key, Part>?
  ) -> ElementActions<Whole, Key, Part> {
    guard let actions else {
      preconditionFailure(
        """
        Sluice: a \(Part.self) doesn't know its id, so no ElementAction can be for one. To fix, say which \
        actions are an element's: lift(.each(…), action: .element(…)).
        """
      )
    }
    return actions
  }

  /// Returns the handler that changes the part that an action names, or all parts.
  ///
  /// Reports an element that is missing.
  /// - Parameters:
  ///   - nested: The handlers of the part.
  ///   - embed: Wraps the actions of a part's follow-ups.
  ///   - extract: Returns the part's key and action; `nil` for the key of every part.
  ///   - reduce: Changes a part.
  func handler<Global: Action, Local>(
    _ nested: NestedHandlers<Part>,
    _ embed: @escaping @Sendable (Key, any Action) -> any Action,
    _ extract: @escaping @Sendable (Global) -> (key: Key?, action: Local)?,
    _ reduce: @escaping @Sendable (inout Part, Local, inout ReducerOutput) -> Void
  ) -> Handler {
    let reporter = UniqueNumbers.reporters.next()
    let areElements = if case .elements = kind { true } else { false }
    @Sendable
    func change(_ key: Key, _ part: inout Part, _ local: Local, _ output: inout ReducerOutput) {
      let count = output.followUps.count
      reduce(&part, local, &output)
      guard output.followUps.count > count else { return }
      output.mapFollowUps(from: count) { $0.map { embed(key, $0) } }
    }
    return Handler(requestsFollowUps: nested.requestsFollowUps) {
      [update, updateAll] (whole: inout Whole, action: Global, output) in
      guard let (key, local) = extract(action) else {
        #if DEBUG
          output.missed.add(.notForIt)
        #endif
        return
      }
      guard let key else {
        #if DEBUG
          let start = output.missed.count
          var count = 0
          updateAll(&whole) {
            count += 1
            change($0, &$1, local, &output)
          }
          return output.missed.join(from: start, count)
        #else
          return updateAll(&whole) { change($0, &$1, local, &output) }
        #endif
      }
      if update(&whole, key, { change(key, &$0, local, &output) }) { return }
      #if DEBUG
        output.missed.add(
          areElements ? .missing : .absent(part: "\(Part.self)", reporter: reporter)
        )
      #endif
      if !areElements { return }
      output.report(
        onceFor: reporter,
        { .missingElement(id: "\(key)", of: "\(Part.self)", action: "\(action)") }
      )
    }
    .calling { action in
      guard let action = (action as? Global).flatMap({ extract($0)?.action }) as? any Action else {
        return []
      }
      return nested.names(for: action)
    }
  }
}
