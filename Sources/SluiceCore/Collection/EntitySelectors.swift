public import SluiceEntities

/// The selectors of one collection of ``Entities`` in a state.
///
/// ```swift
/// let todos = EntitySelectors(at: \AppState.todos)
/// let token = store.select(todos.byID(4)).sink { print($0?.title ?? "gone") }
/// let other = store.select(todos.count).sink { print($0) }
/// ```
///
/// Create it once and share it, like a ``Selector``.
public struct EntitySelectors<State: Sendable, Element: Identifiable & Sendable>: Sendable
where Element.ID: Sendable {
  /// The whole collection.
  ///
  /// Its subscribers retain the collection, so its next change copies the elements around the one
  /// that changes. Select ids, the count or one element where that is enough.
  public let all: Selector<State, Entities<Element>>
  /// The ids, in order; subscribers aren't notified when elements only change.
  ///
  /// Takes time proportional to the number of elements after one was added, removed or moved, and
  /// constant time otherwise.
  public let ids: Selector<State, [Element.ID]>
  /// The number of elements.
  public let count: Selector<State, Int>
  private let elements: SelectorFamily<State, Element.ID, Element?>

  /// Creates selectors for the collection at a key path; subscribers aren't notified of equal
  /// elements.
  @inlinable
  public init(at keyPath: any KeyPath<State, Entities<Element>> & Sendable)
  where Element: Equatable {
    let place = EntitiesPlace(at: keyPath)
    self.init(
      all: Selector(keyPath: keyPath),
      ids: Selector(projector: { $0[keyPath: keyPath].ids }),
      count: Selector(projector: { $0[keyPath: keyPath].count }),
      elements: SelectorFamily { Selector(id: $0, in: place, at: keyPath, .equality) }
    )
  }

  @usableFromInline
  init(
    all: Selector<State, Entities<Element>>,
    ids: Selector<State, [Element.ID]>,
    count: Selector<State, Int>,
    elements: SelectorFamily<State, Element.ID, Element?>
  ) {
    self.all = all
    self.ids = ids
    self.count = count
    self.elements = elements
  }

  /// Returns the selector of the element with an id; its value is `nil` while there is none.
  ///
  /// Finds the element in constant time. A commit notifies the subscribers of the elements that it
  /// changed, and takes no time for those of others: ten thousand of them cost what one costs. The
  /// page *Keeping collections* says of which other selectors that is
  /// true. Returns the same selector for the same id, as a ``SelectorFamily`` does.
  public func byID(_ id: Element.ID) -> Selector<State, Element?> {
    elements(id)
  }
}
