/// The selectors of one collection of ``Entities`` in a state.
///
/// ```swift
/// let todos = EntitySelectors(at: \AppState.todos)
/// let token = store.select(todos.byID(4)).sink { print($0?.title ?? "gone") }
/// let other = store.select(todos.count).sink { print($0) }
/// ```
///
/// Make it once and share it, like a ``Selector``.
public struct EntitySelectors<State: Sendable, Element: Identifiable & Sendable>: Sendable
where Element.ID: Sendable {
  /// The whole collection.
  ///
  /// A subscriber of it holds it, so that it is copied when it is changed next: where ids, a number
  /// or one element are enough, select those.
  public let all: Selector<State, Entities<Element>>
  /// The ids, in order; while elements only change, nothing is told.
  public let ids: Selector<State, [Element.ID]>
  /// How many elements there are.
  public let count: Selector<State, Int>
  private let elements: SelectorFamily<State, Element.ID, Element?>

  /// Selectors for the collection that a key path leads to.
  public init(at keyPath: any KeyPath<State, Entities<Element>> & Sendable) {
    self.init(
      at: keyPath,
      all: Selector(keyPath: keyPath),
      elements: SelectorFamily(projector: { $0[keyPath: keyPath][id: $1] })
    )
  }

  /// Selectors for the collection that a key path leads to; equal elements are not told twice.
  public init(at keyPath: any KeyPath<State, Entities<Element>> & Sendable)
  where Element: Equatable {
    self.init(
      at: keyPath,
      all: Selector(keyPath: keyPath),
      elements: SelectorFamily(projector: { $0[keyPath: keyPath][id: $1] })
    )
  }

  private init(
    at keyPath: any KeyPath<State, Entities<Element>> & Sendable,
    all: Selector<State, Entities<Element>>,
    elements: SelectorFamily<State, Element.ID, Element?>
  ) {
    self.all = all
    ids = Selector(projector: { $0[keyPath: keyPath].ids })
    count = Selector(projector: { $0[keyPath: keyPath].count })
    self.elements = elements
  }

  /// The element with an id; `nil` while there is none.
  ///
  /// Found at once, however many there are, and told only when it is this element that changed. The
  /// same selector for the same id, as from a ``SelectorFamily``.
  public func byID(_ id: Element.ID) -> Selector<State, Element?> {
    elements(id)
  }
}
