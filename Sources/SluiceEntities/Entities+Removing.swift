extension Entities {
  /// Removes the element with an id.
  /// - Returns: The element; `nil` if there was none.
  @discardableResult
  @inlinable
  public mutating func remove(id: ID) -> Element? {
    guard let place = place(of: id, hash: IDIndex<ID>.hash(id)) else { return nil }
    return remove(place)
  }

  /// Removes and returns the element at a position.
  @discardableResult
  @inlinable
  public mutating func remove(at index: Int) -> Element {
    remove(place(at: index))
  }

  /// Removes the elements at positions, such as those that SwiftUI's `onDelete` gives.
  ///
  /// ```swift
  /// ReduceOn(Delete.self) { state, action in state.todos.remove(atOffsets: action.offsets) }
  /// ```
  ///
  /// Takes linear time, and less for a few.
  /// - Parameter offsets: Positions before the removal, in any order, such as an `IndexSet`.
  @inlinable
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    let offsets = Set(offsets).sorted()
    if offsets.count <= ChunkPlace.capacity {
      for offset in offsets.reversed() { remove(at: offset) }
    } else {
      removeElements(withIDs: offsets.map { self[$0].id })
    }
  }

  /// Removes the elements that satisfy a predicate.
  @inlinable
  public mutating func removeAll(where predicate: (Element) throws -> Bool) rethrows {
    var removed: [ID] = []
    for element in self where try predicate(element) { removed.append(element.id) }
    removeElements(withIDs: removed)
  }

  /// Removes the elements with ids, which must be in the order of the elements.
  @inlinable
  mutating func removeElements(withIDs removed: [ID]) {
    if removed.isEmpty { return }
    if removed.count < count / 2 {
      // What remains is shared with other copies.
      removeInOrder(removed)
    } else {
      var next = 0
      var kept = Chunk()
      kept.reserveCapacity(count - removed.count)
      for element in self {
        if next < removed.count, removed[next] == element.id {
          next += 1
        } else {
          kept.append(element)
        }
      }
      assert(next == removed.count, "The ids are in the order of the elements.")
      self = Entities(kept)
    }
  }

  /// Removes all elements.
  @inlinable
  public mutating func removeAll(keepingCapacity: Bool = false) {
    let capacity = keepingCapacity ? count : 0
    self = Entities()
    reserveCapacity(capacity)
  }

  /// Removes a few of the elements, with ids that are in their order, in linear time.
  @inlinable
  mutating func removeInOrder(_ ids: [ID]) {
    var next = 0
    var last: Int?
    for entry in order.entries {
      let chunk = Int(entry.chunk)
      while next < ids.count, let offset = chunks[chunk].firstIndex(where: { $0.id == ids[next] }) {
        chunks[chunk].remove(at: offset)
        index.remove(ids[next])
        next += 1
      }
      let count = chunks[chunk].count
      if let last, count < ChunkPlace.capacity / 4, chunks[last].count + count <= Self.mostMerged {
        moveElements(of: chunk, to: last, at: chunks[last].count)
      } else if count > 0 {
        last = chunk
      }
    }
    assert(next == ids.count, "The ids are in the order of the elements.")
    let chunks = chunks
    order.setCounts { chunks[$0].count }
    changeIDs()
  }

  @inlinable
  mutating func remove(_ place: ChunkPlace) -> Element {
    let element = chunks[place.chunk].remove(at: place.offset)
    finishRemoval(of: element.id, from: place.chunk)
    return element
  }

  /// Removes what is known of an element that was removed from its chunk.
  @inlinable
  mutating func finishRemoval(of id: ID, from chunk: Int) {
    index.remove(id)
    closeGap(in: chunk)
  }

  /// Notes that a chunk has an element less, and merges it with another one if it has become small.
  @inlinable
  mutating func closeGap(in chunk: Int) {
    order.add(-1, to: chunk)
    assert(order.count == index.count)
    changeIDs()
    let count = chunks[chunk].count
    if count == 0 {
      chunks[chunk] = []
      order.remove(chunk)
    } else if count < ChunkPlace.capacity / 4 {
      merge(chunk)
    }
  }
}
