extension EncodingRun {
  /// Returns a value's tree: the last one from its place if the value is the same, otherwise a new
  /// one.
  func encode<Value: Encodable>(
    _ value: Value,
    with encoder: ValueEncoder,
    _ memo: EncodingMemo,
    at given: EncodingPlace?
  ) throws -> Tree {
    let verdict = memo.verdict(on: Value.self)
    let place = given ?? encoder.findPlace(isUnbounded: verdict.isUnbounded)
    encoder.place = place
    guard verdict.isCertain else {
      // Nor are the values around it reused.
      doubts += 1
      return try encodeAnew(value, with: encoder, at: place)
    }
    guard let place else { return try encodeAnew(value, with: encoder, at: nil) }
    if let kept = place.kept as? KeptValue<Value>, Bits.areEqual(kept.value, value) {
      reuse(kept.count)
      if !verdict.isUnbounded, memo.verifies(reuses) { verify(value, kept.tree, encoder) }
      reuses += 1
      return kept.tree
    }
    if treatments.treatment(of: Value.self).isList, let list = value as? any EncodableList {
      return try encode(list, with: encoder, memo, at: place)
    }
    place.kept = nil
    let (doubts, remaining) = (doubts, bounds.remaining)
    let tree = try encodeAnew(value, with: encoder, at: place)
    if doubts == self.doubts, !bounds.isExhausted {
      place.kept = KeptValue(value, tree, count: remaining - bounds.remaining)
    }
    return tree
  }

  /// Encodes a value and all that isn't reused below its place.
  private func encodeAnew(
    _ value: some Encodable,
    with encoder: ValueEncoder,
    at place: EncodingPlace?
  ) throws -> Tree {
    guard let place, let memo else { return try encodeAnew(value, with: encoder) }
    place.beginEncoding()
    defer { place.endEncoding(run: memo.run) }
    return try encodeAnew(value, with: encoder)
  }

  /// Returns a list's tree, in which only the elements that changed are new.
  private func encode<List: EncodableList>(
    _ list: List,
    with encoder: ValueEncoder,
    _ memo: EncodingMemo,
    at place: EncodingPlace
  ) throws -> Tree {
    let kept = place.kept as? KeptList<List>
    if let kept, Bits.areEqual(kept.list, list) {
      reuse(kept.count)
      verifyElement(of: list, kept.elements, encoder, memo)
      return .array(kept.elements)
    }
    place.kept = nil
    // A list that is cut has other elements as soon as one is added in front.
    guard list.count <= bounds.options.maximalBreadth else {
      encoder.place = nil
      return try encodeAnew(list, with: encoder)
    }
    if let kept { reuse(kept.count) }
    let (doubts, remaining) = (doubts, bounds.remaining)
    let isUnbounded = memo.verdict(on: List.Element.self).isUnbounded
    var elements = kept?.elements ?? []
    elements.isList = true
    var places = kept?.places ?? []

    for edit in kept.map({ list.edits(from: $0.list) }) ?? [ListEdit(0..<0, 0..<list.count)] {
      let range = edit.new.lowerBound..<(edit.new.lowerBound + edit.old.count)
      if isUnbounded, edit.old.count != edit.new.count {
        places.replaceSubrange(range, with: edit.new.map { _ in EncodingPlace() })
      }
      var trees: [Tree] = []
      for index in edit.new {
        guard bounds.admit(besides: index) else {
          // Not reused: the run starts again if anything else was.
          return .list(elements + trees, omitted: list.count - index)
        }
        let key = IndexKey(index)
        let place = isUnbounded ? places[index] : nil
        trees.append(tree(of: list[index], in: encoder, key: key, at: place))
      }
      if edit.old.count == edit.new.count {
        for (index, tree) in zip(edit.new, trees) { elements[index] = tree }
      } else {
        elements.replaceSubrange(range, with: trees)
      }
    }

    if doubts == self.doubts, !bounds.isExhausted {
      let count = (kept?.count ?? 0) + remaining - bounds.remaining
      place.kept = KeptList(list, elements, places, count: count)
    }
    if kept != nil { verifyElement(of: list, elements, encoder, memo) }
    return .array(elements)
  }

  /// Counts a reused list, and if it is its turn, verifies one of its elements of bounded size.
  private func verifyElement<List: EncodableList>(
    of list: List,
    _ elements: Tree.Elements,
    _ encoder: ValueEncoder,
    _ memo: EncodingMemo
  ) {
    if elements.isEmpty || memo.verdict(on: List.Element.self).isUnbounded { return }
    if memo.verifies(reuses) {
      let index = memo.pick(below: elements.count)
      let element = ValueEncoder(run: self, parent: encoder, key: IndexKey(index))
      verify(list[index], elements[index], element)
    }
    reuses += 1
  }

  private func reuse(_ count: Int) {
    hasReused = true
    bounds.admit(counted: count)
  }

  /// Encodes a reused value anew, and excludes its type if the result is another one.
  private func verify<Value: Encodable>(_ value: Value, _ tree: Tree, _ encoder: ValueEncoder) {
    let run = EncodingRun(bounds.options, treatments, memo: nil)
    if run.tree(ofSame: value, as: encoder) == tree { return }
    memo?.exclude(Value.self)
    mustRestart = true
  }
}
