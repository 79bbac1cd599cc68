/// An ordered collection of elements that are found by id in constant time.
///
/// ```swift
/// struct AppState { var todos: Entities<Todo> = [] }
///
/// state.todos.append(Todo(id: 4, title: "Milk"))
/// state.todos[id: 4]?.done = true
/// ```
///
/// Each id occurs once. Finding, changing, replacing and appending take constant time; inserting,
/// removing and moving take time proportional to the number of elements behind. Elements are
/// changed in place, without a copy while the collection is uniquely referenced. The collection is
/// encoded as an array.
public struct Entities<Element: Identifiable> {
  /// The type of the elements' ids.
  public typealias ID = Element.ID

  /// The elements, in order.
  public private(set) var elements: [Element] = []
  /// The elements' ids, in order.
  ///
  /// Remains the same array while elements change and none is added or removed: comparing it then
  /// takes constant time.
  public private(set) var ids: [ID] = []
  /// The position of each element, by its id.
  private var places: [ID: Int] = [:]

  /// Creates an empty collection.
  public init() {}

  /// Creates a collection of elements.
  ///
  /// Of elements with the same id, keeps the last one, at the position of the first.
  public init(_ elements: some Sequence<Element>) {
    reserveCapacity(elements.underestimatedCount)
    for element in elements { upsert(element) }
  }

  /// Reserves space for `capacity` elements.
  public mutating func reserveCapacity(_ capacity: Int) {
    elements.reserveCapacity(capacity)
    ids.reserveCapacity(capacity)
    places.reserveCapacity(capacity)
  }

  // MARK: - Finding

  /// Returns the position of the element with an id; `nil` if there is none.
  public func index(id: ID) -> Int? { places[id] }

  /// Returns whether there is an element with an id.
  public func contains(id: ID) -> Bool { places[id] != nil }

  // MARK: - Changing one element

  /// Changes the element with an id in place; the change must keep the id.
  /// - Returns: Whether there is such an element.
  @discardableResult
  public mutating func update(id: ID, _ change: (inout Element) -> Void) -> Bool {
    guard let index = places[id] else { return false }
    change(&elements[index])
    precondition(
      elements[index].id == id,
      "An element of Entities changed its id from \(id) to \(elements[index].id). To fix, remove "
        + "the element and insert the changed one."
    )
    return true
  }

  /// Accesses the element with an id.
  ///
  /// Optional chaining changes the element in place: `todos[id: 4]?.done = true`. Setting an
  /// element replaces the one with the id, or appends it if there is none; setting `nil` removes
  /// the element. The new element must have the id under which it is set.
  public subscript(id id: ID) -> Element? {
    get { places[id].map { elements[$0] } }
    _modify {
      let index = places[id]
      // Removed while it is changed, so that its storage is uniquely referenced: the element is
      // swapped with the last one, then popped.
      var element: Element?
      if let index {
        elements.swapAt(index, elements.count - 1)
        element = elements.removeLast()
      }
      defer { putBack(element, id: id, at: index) }
      yield &element
    }
  }

  /// Ends the access that the subscript began.
  private mutating func putBack(_ element: consuming Element?, id: ID, at index: Int?) {
    if let element {
      precondition(
        element.id == id,
        "An element with the id \(element.id) was set under the id \(id) of Entities."
      )
      elements.append(element)
      if let index {
        elements.swapAt(index, elements.count - 1)
      } else {
        appendPlace(of: id)
      }
    } else if let index {
      // The last element fills the gap, unless it was the one removed.
      if index < elements.count {
        let last = elements.remove(at: index)
        elements.append(last)
      }
      removePlace(at: index)
    }
  }

  // MARK: - Adding

  /// Adds an element at the end, unless its id is already present.
  /// - Returns: Whether it was added.
  @discardableResult
  public mutating func append(_ element: Element) -> Bool {
    if contains(id: element.id) { return false }
    elements.append(element)
    appendPlace(of: element.id)
    return true
  }

  /// Adds elements at the end, except those whose ids are already present.
  public mutating func append(contentsOf newElements: some Sequence<Element>) {
    for element in newElements { append(element) }
  }

  /// Inserts an element at a position, unless its id is already present.
  /// - Returns: Whether it was added.
  @discardableResult
  public mutating func insert(_ element: Element, at index: Int) -> Bool {
    if contains(id: element.id) { return false }
    elements.insert(element, at: index)
    ids.insert(element.id, at: index)
    renumber(from: index)
    return true
  }

  /// Replaces the element with the same id, or appends the new one if there is none.
  /// - Returns: The replaced element; `nil` if there was none.
  @discardableResult
  public mutating func upsert(_ element: Element) -> Element? {
    guard let index = places[element.id] else {
      append(element)
      return nil
    }
    var new = element
    swap(&elements[index], &new)
    return new
  }

  // MARK: - Removing

  /// Removes the element with an id.
  /// - Returns: The element; `nil` if there was none.
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    places[id].map { remove(at: $0) }
  }

  /// Removes and returns the element at a position.
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    let element = elements.remove(at: index)
    removePlace(at: index)
    return element
  }

  /// Removes the elements that satisfy a predicate.
  public mutating func removeAll(where isMeant: (Element) throws -> Bool) rethrows {
    try elements.removeAll(where: isMeant)
    if elements.count < ids.count { refreshPlaces() }
  }

  /// Removes all elements.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    elements.removeAll(keepingCapacity: keepingCapacity)
    ids.removeAll(keepingCapacity: keepingCapacity)
    places.removeAll(keepingCapacity: keepingCapacity)
  }

  // MARK: - Ordering

  /// Moves an element so that it is at position `index` afterwards.
  ///
  /// A position that is too large means the last one.
  /// - Returns: Whether there is such an element.
  @discardableResult
  public mutating func move(id: ID, to index: Int) -> Bool {
    guard let old = places[id] else { return false }
    let element = elements.remove(at: old)
    ids.remove(at: old)
    let new = Swift.min(Swift.max(index, 0), elements.count)
    elements.insert(element, at: new)
    ids.insert(id, at: new)
    renumber(from: Swift.min(old, new), through: Swift.max(old, new))
    return true
  }

  /// Exchanges the elements at two positions.
  public mutating func swapAt(_ one: Int, _ other: Int) {
    elements.swapAt(one, other)
    ids.swapAt(one, other)
    places[ids[one]] = one
    places[ids[other]] = other
  }

  /// Sorts the elements in place; the sort is stable.
  public mutating func sort(by areInOrder: (Element, Element) throws -> Bool) rethrows {
    defer { refreshPlaces() }
    try elements.sort(by: areInOrder)
  }

  /// Reverses the elements in place.
  public mutating func reverse() {
    elements.reverse()
    refreshPlaces()
  }

  /// Returns the elements that satisfy a predicate, in order.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Entities {
    Entities(unique: try elements.filter(isIncluded))
  }

  // MARK: - Places

  /// Creates a collection of elements that are known to have different ids.
  private init(unique elements: [Element]) {
    self.elements = elements
    refreshPlaces()
  }

  private mutating func appendPlace(of id: ID) {
    places[id] = ids.count
    ids.append(id)
  }

  private mutating func removePlace(at index: Int) {
    places[ids.remove(at: index)] = nil
    renumber(from: index)
  }

  private mutating func renumber(from first: Int, through last: Int? = nil) {
    for index in first..<(last.map { $0 + 1 } ?? ids.count) { places[ids[index]] = index }
  }

  private mutating func refreshPlaces() {
    ids = elements.map(\.id)
    places.removeAll(keepingCapacity: true)
    renumber(from: 0)
  }
}

extension Entities: Sendable where Element: Sendable, Element.ID: Sendable {}
