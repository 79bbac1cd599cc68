/// An ordered collection of elements with ids, in which an element is found at once.
///
/// ```swift
/// struct AppState { var todos: Entities<Todo> = [] }
///
/// state.todos.append(Todo(id: 4, title: "Milk"))
/// state.todos[id: 4]?.done = true
/// ```
///
/// Each id stands in it once. Finding, changing, replacing and appending take the same time however
/// many elements there are; inserting, removing and moving take time in proportion to the elements
/// behind. Elements are changed in place: nothing is copied while nobody else holds the collection.
/// It is encoded as an array.
public struct Entities<Element: Identifiable> {
  /// What elements are found by.
  public typealias ID = Element.ID

  /// The elements, in order.
  public private(set) var elements: [Element] = []
  /// The elements' ids, in order.
  ///
  /// The same array as before while elements are changed and none comes or goes: comparing it then
  /// takes no time.
  public private(set) var ids: [ID] = []
  /// Where each element is.
  private var places: [ID: Int] = [:]

  /// Makes an empty collection.
  public init() {}

  /// Makes a collection of elements.
  ///
  /// Of elements with the same id the last one stays, at the place of the first.
  public init(_ elements: some Sequence<Element>) {
    reserveCapacity(elements.underestimatedCount)
    for element in elements { upsert(element) }
  }

  /// Makes room for so many elements.
  public mutating func reserveCapacity(_ capacity: Int) {
    elements.reserveCapacity(capacity)
    ids.reserveCapacity(capacity)
    places.reserveCapacity(capacity)
  }

  // MARK: - Finding

  /// Where the element with an id is; `nil` when it is not there.
  public func index(id: ID) -> Int? { places[id] }

  /// Whether there is an element with an id.
  public func contains(id: ID) -> Bool { places[id] != nil }

  // MARK: - Changing one element

  /// Changes the element with an id where it is; it must keep its id.
  /// - Returns: Whether it is there.
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

  /// The element with an id.
  ///
  /// Changed in place through optional chaining: `todos[id: 4]?.done = true`. Setting an element
  /// puts it in the place of the one with the id, or behind all others when there is none; setting
  /// `nil` removes it. An element that is set must have the id under which it is set.
  public subscript(id id: ID) -> Element? {
    get { places[id].map { elements[$0] } }
    _modify {
      let index = places[id]
      // The element is taken out while it is changed, so that nobody else holds what it is made
      // of: it changes places with the last one, which is taken off the end.
      var element: Element?
      if let index {
        elements.swapAt(index, elements.count - 1)
        element = elements.removeLast()
      }
      defer { putBack(element, id: id, at: index) }
      yield &element
    }
  }

  /// Ends what the subscript began.
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
      // The last element stands in the gap, unless it was the one that was removed.
      if index < elements.count {
        let last = elements.remove(at: index)
        elements.append(last)
      }
      removePlace(at: index)
    }
  }

  // MARK: - Adding

  /// Adds an element behind the others, unless its id is there already.
  /// - Returns: Whether it was added.
  @discardableResult
  public mutating func append(_ element: Element) -> Bool {
    if contains(id: element.id) { return false }
    elements.append(element)
    appendPlace(of: element.id)
    return true
  }

  /// Adds elements behind the others, but for those whose ids are there already.
  public mutating func append(contentsOf newElements: some Sequence<Element>) {
    for element in newElements { append(element) }
  }

  /// Adds an element at a place, unless its id is there already.
  /// - Returns: Whether it was added.
  @discardableResult
  public mutating func insert(_ element: Element, at index: Int) -> Bool {
    if contains(id: element.id) { return false }
    elements.insert(element, at: index)
    ids.insert(element.id, at: index)
    renumber(from: index)
    return true
  }

  /// Puts an element in the place of the one with its id, or behind all others when there is none.
  /// - Returns: The element that was replaced.
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
  /// - Returns: The element; `nil` when it was not there.
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    places[id].map { remove(at: $0) }
  }

  /// Removes the element at a place.
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    let element = elements.remove(at: index)
    removePlace(at: index)
    return element
  }

  /// Removes the elements that pass a test.
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

  /// Moves an element so that it stands at another place afterwards.
  ///
  /// A place that is too large is the last.
  /// - Returns: Whether it is there.
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

  /// Lets two elements change places.
  public mutating func swapAt(_ one: Int, _ other: Int) {
    elements.swapAt(one, other)
    ids.swapAt(one, other)
    places[ids[one]] = one
    places[ids[other]] = other
  }

  /// Sorts the elements; equal ones keep their order.
  public mutating func sort(by areInOrder: (Element, Element) throws -> Bool) rethrows {
    defer { refreshPlaces() }
    try elements.sort(by: areInOrder)
  }

  /// Turns the order round.
  public mutating func reverse() {
    elements.reverse()
    refreshPlaces()
  }

  /// The elements that pass a test.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Entities {
    Entities(unique: try elements.filter(isIncluded))
  }

  // MARK: - Places

  /// Makes a collection of elements that are known to have different ids.
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
