extension Entities {
  // MARK: - Changing one element

  /// Changes the element with an id in place.
  ///
  /// A change of the id renames the element, as when a draft gets its id from a server: it stays at
  /// its position, and is found by the new id only. If another element has the new id, this one
  /// replaces it, and the other is removed with its position. To an observer by id, the element with
  /// the old id is gone; to reducers and runs that are lifted onto the elements it is another one.
  /// - Returns: Whether there is such an element.
  @discardableResult
  @inlinable
  public mutating func update(id: ID, _ change: (inout Element) -> Void) -> Bool {
    let hash = IDIndex<ID>.hash(id)
    guard let place = place(of: id, hash: hash) else { return false }
    index.noteChange(of: id, hash: hash)
    change(&chunks[place.chunk][place.offset])
    if chunks[place.chunk][place.offset].id != id { rename(id, at: place) }
    return true
  }

  /// Changes all elements in place; of those that have one id afterwards, keeps the last one, at the
  /// position of the first.
  @inlinable
  package mutating func updateAll(_ change: (ID, inout Element) -> Void) {
    var isRenamed = false
    for entry in order.entries {
      let chunk = Int(entry.chunk)
      for offset in chunks[chunk].indices {
        let id = chunks[chunk][offset].id
        index.noteChange(of: id, hash: IDIndex<ID>.hash(id))
        change(id, &chunks[chunk][offset])
        if chunks[chunk][offset].id != id { isRenamed = true }
      }
    }
    // Only now: an id may be taken by an element that gets another one, too.
    if isRenamed { self = Entities(elements) }
  }

  /// Finds the element at a place under its new id, and removes the other one that has it.
  @inlinable
  mutating func rename(_ id: ID, at place: ChunkPlace) {
    let newID = chunks[place.chunk][place.offset].id
    let hash = IDIndex<ID>.hash(newID)
    let taken = index.entry(of: newID, hash: hash)?.place.chunk
    if let taken {
      // In the same chunk, the id now occurs twice.
      let other = chunks[taken].indices.first {
        chunks[taken][$0].id == newID && (taken != place.chunk || $0 != place.offset)
      }
      assert(other != nil, "An entry's chunk is exact.")
      if let other { chunks[taken].remove(at: other) }
      index.remove(newID)
    }
    index.remove(id)
    index.insert(newID, hash: hash, at: place, change: EntityChange.next())
    if let taken { closeGap(in: taken) } else { changeIDs() }
  }

  /// Takes an element out of its chunk, so that its storage is uniquely referenced: swaps it with
  /// the last one, then pops it.
  @inlinable
  mutating func take(_ place: ChunkPlace) -> Element {
    let last = chunks[place.chunk].count - 1
    assert(place.offset <= last)
    if place.offset < last { chunks[place.chunk].swapAt(place.offset, last) }
    return chunks[place.chunk].removeLast()
  }

  /// Ends the access that the subscript began.
  @inlinable
  mutating func putBack(
    _ element: consuming Element?,
    id: ID,
    hash: UInt32,
    at place: ChunkPlace?
  ) {
    if let element {
      let isRenamed = element.id != id
      guard let place else {
        if isRenamed { upsert(element) } else { appendMissing(element, hash: hash) }
        return
      }
      index.noteChange(of: id, hash: hash)
      chunks[place.chunk].append(element)
      let last = chunks[place.chunk].count - 1
      if place.offset < last { chunks[place.chunk].swapAt(place.offset, last) }
      if isRenamed { rename(id, at: place) }
    } else if let place {
      // The last element fills the gap, unless it was the one removed.
      if place.offset < chunks[place.chunk].count {
        let last = chunks[place.chunk].remove(at: place.offset)
        chunks[place.chunk].append(last)
      }
      finishRemoval(of: id, from: place.chunk)
    }
  }

  // MARK: - Adding

  /// Adds an element at the end, unless its id is already present.
  ///
  /// In debug builds, the store whose reducer appends an element that is there reports it, as a
  /// ``StoreDiagnostic``. Where one may be there, ask ``contains(id:)`` first, or call ``upsert(_:)``.
  /// - Returns: Whether it was added.
  @discardableResult
  @inlinable
  public mutating func append(_ element: Element) -> Bool {
    if appendAbsent(element) { return true }
    #if DEBUG
      RefusedAppend.note(Element.self, element.id)
    #endif
    return false
  }

  @inlinable
  mutating func appendAbsent(_ element: Element) -> Bool {
    let id = element.id
    let hash = IDIndex<ID>.hash(id)
    if index.entry(of: id, hash: hash) != nil { return false }
    appendMissing(element, hash: hash)
    return true
  }

  /// Adds elements at the end, except those whose ids are already present.
  @inlinable
  public mutating func append(contentsOf newElements: some Sequence<Element>) {
    for element in newElements { _ = appendAbsent(element) }
  }

  /// Inserts an element at a position, unless its id is already present.
  /// - Returns: Whether it was added.
  @discardableResult
  @inlinable
  public mutating func insert(_ element: Element, at index: Int) -> Bool {
    precondition(
      index >= 0 && index <= count,
      "An element was inserted at position \(index) of \(count) Entities."
    )
    let id = element.id
    let hash = IDIndex<ID>.hash(id)
    if self.index.entry(of: id, hash: hash) != nil { return false }
    insertMissing(element, hash: hash, at: index)
    return true
  }

  /// Replaces the element with the same id, or appends the new one if there is none.
  /// - Returns: The replaced element; `nil` if there was none.
  @discardableResult
  @inlinable
  public mutating func upsert(_ element: Element) -> Element? {
    let id = element.id
    let hash = IDIndex<ID>.hash(id)
    guard let place = place(of: id, hash: hash) else {
      appendMissing(element, hash: hash)
      return nil
    }
    index.noteChange(of: id, hash: hash)
    var new = element
    swap(&chunks[place.chunk][place.offset], &new)
    return new
  }

  @inlinable
  mutating func appendMissing(_ element: Element, hash: UInt32) {
    if let last = order.last, chunks[last].count < ChunkPlace.capacity {
      add(element, hash: hash, to: last, at: chunks[last].count)
    } else {
      add(element, hash: hash, to: addChunk([], after: order.last), at: 0)
    }
  }

  @inlinable
  mutating func insertMissing(_ element: Element, hash: UInt32, at position: Int) {
    if position == count { return appendMissing(element, hash: hash) }
    let place = order.place(of: position)
    if chunks[place.chunk].count < ChunkPlace.capacity {
      add(element, hash: hash, to: place.chunk, at: place.offset)
    } else if position == 0 {
      // Not split, so that chunks remain full where elements are always inserted at the start.
      add(element, hash: hash, to: addChunk([], after: nil), at: 0)
    } else {
      let kept = split(place.chunk)
      if place.offset > kept {
        let place = order.place(of: position)
        add(element, hash: hash, to: place.chunk, at: place.offset)
      } else {
        add(element, hash: hash, to: place.chunk, at: place.offset)
      }
    }
  }

  @inlinable
  mutating func add(_ element: Element, hash: UInt32, to chunk: Int, at offset: Int) {
    let place = ChunkPlace(chunk: chunk, offset: offset)
    index.insert(element.id, hash: hash, at: place, change: EntityChange.next())
    chunks[chunk].insert(element, at: offset)
    order.add(1, to: chunk)
    assert(chunks[chunk].count <= ChunkPlace.capacity && order.count == index.count)
    changeIDs()
  }

  // MARK: - Chunks

  @inlinable
  mutating func addChunk(_ elements: Chunk, after other: Int?) -> Int {
    let chunk = order.insert(after: other)
    assert(chunk <= chunks.count && elements.count <= ChunkPlace.capacity)
    if chunk == chunks.count { chunks.append(elements) } else { chunks[chunk] = elements }
    if !elements.isEmpty { order.add(elements.count, to: chunk) }
    return chunk
  }

  /// Moves the second half of a chunk to a new one after it.
  /// - Returns: How many elements remain.
  @inlinable
  mutating func split(_ chunk: Int) -> Int {
    assert(chunks[chunk].count == ChunkPlace.capacity)
    let kept = chunks[chunk].count / 2
    let moved = Chunk(chunks[chunk][kept...])
    chunks[chunk].removeSubrange(kept...)
    order.add(-moved.count, to: chunk)
    let new = addChunk(moved, after: chunk)
    for offset in moved.indices {
      index.move(moved[offset].id, to: ChunkPlace(chunk: new, offset: offset))
    }
    return kept
  }

  /// Moves the elements of a small chunk to the one before or after it, if there is space.
  @inlinable
  mutating func merge(_ chunk: Int) {
    let neighbors = order.neighbors(of: chunk)
    let count = chunks[chunk].count
    let most = Self.mostMerged - count
    let other: Int
    let start: Int
    if let before = neighbors.before, chunks[before].count <= most {
      other = before
      start = chunks[before].count
    } else if let after = neighbors.after, chunks[after].count <= most {
      other = after
      start = 0
    } else {
      return
    }
    order.add(-count, to: chunk)
    order.remove(chunk)
    moveElements(of: chunk, to: other, at: start)
    order.add(count, to: other)
  }

  /// The maximum number of elements in a chunk that others were merged into, so that it isn't split
  /// soon.
  @inlinable static var mostMerged: Int { ChunkPlace.capacity * 3 / 4 }

  /// Moves the elements of a chunk to another one.
  @inlinable
  mutating func moveElements(of chunk: Int, to other: Int, at start: Int) {
    let moved = chunks[chunk]
    chunks[chunk] = []
    assert(chunk != other && start <= chunks[other].count)
    chunks[other].insert(contentsOf: moved, at: start)
    assert(chunks[other].count <= ChunkPlace.capacity)
    for offset in moved.indices {
      index.move(moved[offset].id, to: ChunkPlace(chunk: other, offset: start + offset))
    }
  }

  /// Notes that the ids, or their order, are changing.
  @inlinable
  mutating func changeIDs() {
    if idList == nil || !isKnownUniquelyReferenced(&idList) || idList?.ids != nil {
      idList = IDList()
    }
  }
}
