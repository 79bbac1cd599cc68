import Synchronization

extension Reducer {
  /// The same reducer for each element of a collection, found by its id.
  ///
  /// ```swift
  /// enum AppAction: Action { case todo(Todo.ID, TodoAction) }
  ///
  /// todoReducer.lift(elements: \AppState.todos) { (action: AppAction) in
  ///   if case .todo(let id, let action) = action { (id, action) } else { nil }
  /// }
  /// ```
  ///
  /// An action for an element that is not there, because it was removed meanwhile, changes
  /// nothing and is reported once, as a ``StoreDiagnostic``.
  /// - Parameters:
  ///   - keyPath: ``Entities``, an array, or a dictionary.
  ///   - extract: The element's id and its action; `nil` where the action is not for an element.
  public func lift<
    Whole: Sendable,
    Elements: IdentifiedCollection & SendableMetatype,
    Global: Action,
    Local: Action
  >(
    elements keyPath: any WritableKeyPath<Whole, Elements> & Sendable,
    action extract: @escaping @Sendable (Global) -> (Elements.ID, Local)?
  ) -> Reducer<Whole> where Elements.Member == State, Elements.ID: Sendable {
    bound { handlers, report in
      let reduce = HandlerBodies.merged(handlers, for: Local.self)
      return ElementLift(keyPath, Global.self, report).handler(extract, reduce)
    }
  }

  /// The same reducer for each element of a collection, which ``ElementAction`` names.
  ///
  /// ```swift
  /// store.register(reducer: todoReducer.lift(elements: \AppState.todos))
  /// store.dispatch(action: ElementAction<Todo>(id: 4, action: Toggle()))
  /// ```
  ///
  /// An action for an element that is not there changes nothing and is reported once, as a
  /// ``StoreDiagnostic``.
  /// - Parameter keyPath: ``Entities``, an array, or a dictionary.
  public func lift<Whole: Sendable, Elements: IdentifiedCollection & SendableMetatype>(
    elements keyPath: any WritableKeyPath<Whole, Elements> & Sendable
  ) -> Reducer<Whole>
  where Elements.Member == State, State: Identifiable, Elements.ID == State.ID, State.ID: Sendable {
    bound { handlers, report in
      let table = HandlerBodies.Table(handlers)
      return ElementLift(keyPath, ElementAction<State>.self, report).handler(
        { ($0.id, $0.action) },
        { state, action in table.reduce(&state, action) }
      )
    }
  }

  private func bound<Whole: Sendable>(
    _ lift:
      @escaping @Sendable ([Handler<State>], ReducerOutlet) -> Handler<Whole>
  ) -> Reducer<Whole> {
    Reducer<Whole>(id: id) { outlet in [lift(handlers(tellingTo: outlet), outlet)] }
  }
}

/// An action for one element of a collection.
public struct ElementAction<Element: Identifiable & Sendable>: Action where Element.ID: Sendable {
  /// Whose action it is.
  public let id: Element.ID
  /// What the element's reducer is given.
  public let action: any Action

  /// Addresses an action to an element.
  public init(id: Element.ID, action: any Action) {
    self.id = id
    self.action = action
  }
}

/// Changes the element that an action names, or says that it is not there.
private struct ElementLift<
  Whole: Sendable,
  Elements: IdentifiedCollection & SendableMetatype,
  Global: Action
> where Elements.ID: Sendable {
  private let keyPath: any WritableKeyPath<Whole, Elements> & Sendable
  private let report: ReducerOutlet

  init(
    _ keyPath: any WritableKeyPath<Whole, Elements> & Sendable,
    _ type: Global.Type,
    _ report: ReducerOutlet
  ) {
    self.keyPath = keyPath
    self.report = report
  }

  func handler<Local>(
    _ extract: @escaping @Sendable (Global) -> (Elements.ID, Local)?,
    _ reduce: @escaping @Sendable (inout Elements.Member, Local) -> Void
  ) -> Handler<Whole> {
    let wasReported = Once()
    return TypedHandler<Whole, Global> { [keyPath, report] whole, action in
      guard let (id, local) = extract(action) else { return }
      let isThere = whole[keyPath: keyPath].update(id: id) { reduce(&$0, local) }
      if !isThere, wasReported.isFirst {
        report(.missingElement(id: "\(id)", of: "\(Elements.Member.self)", action: "\(action)"))
      }
    }
  }
}

/// Says `true` to the first who asks.
private final class Once: Sendable {
  private let wasAsked = Atomic<Bool>(false)
  var isFirst: Bool { !wasAsked.exchange(true, ordering: .relaxed) }
}
