/// An ordered collection of elements that are found by id in constant time.
///
/// ```swift
/// struct AppState { var todos: Entities<Todo> = [] }
///
/// state.todos.append(Todo(id: 4, title: "Milk"))
/// state.todos[id: 4]?.done = true
/// ```
///
/// Each id occurs once. Finding and changing an element by its id take constant time, and so does
/// appending; finding one by position takes logarithmic time. Inserting, removing and moving one,
/// and finding the position of an id, take constant time and a nanosecond or two for each 32
/// elements from there to the end. Sorting and reversing take the time that they take for an array.
///
/// A copy shares its elements with the original, and a change copies the few around it, at most 32,
/// and the way to them: changing one of 100,000 elements while an older version is retained takes
/// about as long as changing one of a hundred. While there is no other copy, elements are changed
/// in place. The collection is encoded as an array.
@frozen
public struct Entities<Element: Identifiable> {
  /// The type of the elements' ids.
  public typealias ID = Element.ID

  /// Elements that follow one another.
  @usableFromInline typealias Chunk = ContiguousArray<Element>

  /// The elements, in chunks of at most `ChunkPlace.capacity`; those with free numbers are empty.
  @usableFromInline var chunks = PagedArray<Chunk>()
  /// The order of the chunks.
  @usableFromInline var order = ChunkOrder()
  /// The place and the last change of each element, by its id.
  @usableFromInline package var index = IDIndex<ID>()
  /// What becomes of the ids, in order, once they are read; `nil` in an empty collection.
  @usableFromInline var idList: IDList<ID>?

  /// Creates an empty collection.
  @inlinable
  public init() {}

  /// Creates a collection of elements.
  ///
  /// Of elements with the same id, keeps the last one, at the position of the first.
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    index.reserveCapacity(elements.underestimatedCount)
    let change = EntityChange.next()
    var last = Chunk()
    last.reserveCapacity(Swift.min(elements.underestimatedCount, ChunkPlace.capacity))
    for element in elements {
      let id = element.id
      let hash = IDIndex<ID>.hash(id)
      if let place = index.entry(of: id, hash: hash)?.place {
        if place.chunk == chunks.count {
          last[place.offset] = element
        } else {
          chunks[place.chunk][place.offset] = element
        }
        continue
      }
      if last.count == ChunkPlace.capacity {
        append(last)
        last = []
        last.reserveCapacity(ChunkPlace.capacity)
      }
      let place = ChunkPlace(chunk: chunks.count, offset: last.count)
      index.insert(id, hash: hash, at: place, change: change)
      last.append(element)
    }
    if last.isEmpty { return }
    append(last)
    idList = IDList()
  }

  /// Adds a chunk of elements whose ids are in the index.
  @inlinable
  mutating func append(_ chunk: Chunk) {
    let number = addChunk(chunk, after: chunks.count == 0 ? nil : chunks.count - 1)
    assert(number == chunks.count - 1, "Only a collection that is being created appends chunks.")
  }

  /// Reserves space for `capacity` elements.
  @inlinable
  public mutating func reserveCapacity(_ capacity: Int) {
    index.reserveCapacity(capacity)
  }

  /// The elements as an array, in order.
  ///
  /// Takes time proportional to the number of elements. To iterate, use the collection itself.
  @inlinable public var elements: [Element] { Array(self) }

  /// The elements' ids, in order.
  ///
  /// Remains the same array while elements change and none is added, removed or moved: comparing it
  /// then takes constant time. Reading it for the first time after that takes time proportional to
  /// the number of elements.
  @inlinable public var ids: [ID] {
    guard let idList else { return [] }
    return idList.ids ?? idList.setIfNil(map(\.id))
  }

  // MARK: - Finding

  /// Returns the position of the element with an id; `nil` if there is none.
  ///
  /// Takes constant time, and about a nanosecond for each 32 elements after it.
  @inlinable
  public func index(id: ID) -> Int? {
    guard let place = place(of: id, hash: IDIndex<ID>.hash(id)) else { return nil }
    return order.start(of: place.chunk) + place.offset
  }

  /// Returns whether there is an element with an id.
  @inlinable
  public func contains(id: ID) -> Bool { index.entry(of: id, hash: IDIndex<ID>.hash(id)) != nil }

  /// Accesses the element with an id.
  ///
  /// Optional chaining changes the element in place: `todos[id: 4]?.done = true`. Setting an
  /// element replaces the one with the id, or appends it if there is none; setting `nil` removes
  /// the element. If the new element has another id, the one with `id` is renamed, as by
  /// ``update(id:_:)``; without one, the new element replaces the one that has its id, or is appended.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get {
      guard let place = index.entry(of: id, hash: IDIndex<ID>.hash(id))?.place else { return nil }
      let chunk = chunks[place.chunk]
      let offset = place.offset
      if offset < chunk.count, chunk[offset].id == id { return chunk[offset] }
      return chunk.first { $0.id == id }
    }
    _modify {
      let hash = IDIndex<ID>.hash(id)
      let place = place(of: id, hash: hash)
      var element: Element?
      if let place { element = take(place) }
      defer { putBack(element, id: id, hash: hash, at: place) }
      yield &element
    }
  }

  /// Returns the place of the element at a position.
  @inlinable
  func place(at position: Int) -> ChunkPlace {
    precondition(
      position >= 0 && position < count,
      "There is no position \(position) in \(count) Entities."
    )
    return order.place(of: position)
  }

  /// Returns the exact place of the element with an id.
  @inlinable
  func place(of id: ID, hash: UInt32) -> ChunkPlace? {
    guard let place = index.entry(of: id, hash: hash)?.place else { return nil }
    let chunk = chunks[place.chunk]
    let offset = place.offset
    if offset < chunk.count, chunk[offset].id == id { return place }
    return chunk.firstIndex { $0.id == id }.map { ChunkPlace(chunk: place.chunk, offset: $0) }
  }
}

extension Entities: Sendable where Element: Sendable, Element.ID: Sendable {}
