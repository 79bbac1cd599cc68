/// Changes the elements of a collection in place.
@frozen
@usableFromInline
struct ElementChanges<Whole: Sendable, ID: Hashable & Sendable, Element: Sendable>: Sendable {
  /// Changes the element with an id; returns whether there is one.
  @usableFromInline
  typealias One = @Sendable (inout Whole, ID, _ change: (inout Element) -> Void) -> Bool
  /// Changes all elements, in order.
  @usableFromInline
  typealias All = @Sendable (inout Whole, _ change: (ID, inout Element) -> Void) -> Void

  @usableFromInline let one: One
  @usableFromInline let all: All

  @inlinable
  init(one: @escaping One, all: @escaping All) {
    self.one = one
    self.all = all
  }

  /// Creates the changes of a collection's members; inlined, for speed with a type that is known.
  @inlinable
  init<Elements: IdentifiedCollection & SendableMetatype>(
    _ keyPath: any WritableKeyPath<Whole, Elements> & Sendable
  ) where Elements.IdentifiedMember == Element, Elements.MemberIdentifier == ID {
    self.init(
      one: { whole, id, change in
        Elements.updateMember(id, of: &whole[keyPath: keyPath], change)
      },
      all: { whole, change in Elements.updateMembers(of: &whole[keyPath: keyPath], change) }
    )
  }

  /// Creates the changes of an array's elements, which are found by what serves as their id.
  @inlinable
  init(
    _ keyPath: any WritableKeyPath<Whole, [Element]> & Sendable,
    id: @escaping @Sendable (Element) -> ID
  ) {
    self.init(
      one: { whole, wanted, change in
        Self.update(&whole[keyPath: keyPath], where: { id($0) == wanted }, change)
      },
      all: { whole, change in
        Self.updateAll(&whole[keyPath: keyPath]) { change(id($0), &$0) }
      }
    )
  }

  @inlinable
  static func update(
    _ elements: inout [Element],
    where matches: (Element) -> Bool,
    _ change: (inout Element) -> Void
  ) -> Bool {
    guard let index = elements.firstIndex(where: matches) else { return false }
    change(&elements[index])
    return true
  }

  @inlinable
  static func updateAll(_ elements: inout [Element], _ change: (inout Element) -> Void) {
    for index in elements.indices { change(&elements[index]) }
  }

  /// Returns the handler that changes the element that an action names, or reports that it is
  /// missing; or changes all.
  /// - Parameters:
  ///   - embed: Wraps the actions of an element's follow-ups.
  ///   - extract: Returns the element's id and action; `nil` for the id of every element.
  func handler<Global: Action, Local>(
    _ nested: NestedHandlers<Element>,
    embed: (@Sendable (ID, any Action) -> any Action)?,
    _ extract: @escaping @Sendable (Global) -> (ID?, Local)?,
    reduce: @escaping @Sendable (inout Element, Local, inout ReducerOutput) -> Void
  ) -> Handler {
    let reporter = UniqueNumbers.reporters.next()
    @Sendable
    func change(_ id: ID, _ element: inout Element, _ local: Local, _ output: inout ReducerOutput) {
      let count = output.followUps.count
      reduce(&element, local, &output)
      guard let embed, output.followUps.count > count else { return }
      output.mapFollowUps(from: count) { $0.map { embed(id, $0) } }
    }
    return Handler(followUps: nested.followUps) {
      (whole: inout Whole, action: Global, output) in
      guard let (id, local) = extract(action) else { return }
      guard let id else { return all(&whole) { change($0, &$1, local, &output) } }
      let isThere = one(&whole, id) { change(id, &$0, local, &output) }
      if isThere { return }
      output.report(
        onceFor: reporter,
        .missingElement(id: "\(id)", of: "\(Element.self)", action: "\(action)")
      )
    }
  }
}
