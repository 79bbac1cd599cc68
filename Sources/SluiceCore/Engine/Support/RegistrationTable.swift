/// What is registered, found by the id or by the number of its registration.
///
/// Adding and removing take time proportional to what is added or removed, however much there is. No key
/// paths here: one in a generic type is looked up each time, which takes longer than all the rest.
package struct RegistrationTable<ID: Hashable, Number: Hashable, Element> {
  /// What is unregistered together.
  package enum Group {
    case id(ID)
    /// What one call registered; see ``StoreRegistration``.
    case registration(Number)
  }

  fileprivate struct Registration {
    let id: ID
    var elements: [(order: Int, element: Element)] = []
  }

  private var registrations: [Number: Registration] = [:]
  /// The registrations under each id.
  private var numbers: [ID: Set<Number>] = [:]
  private var lastOrder = 0
  /// All elements, in order; `nil` from a change to the next time that they are needed.
  private(set) var ordered: ContiguousArray<Element>?

  package init() {}

  package var isEmpty: Bool { registrations.isEmpty }

  /// All elements, in the order in which they were added; takes constant time unless there was a change,
  /// then time proportional to their number and its logarithm.
  package var elements: ContiguousArray<Element> {
    mutating get {
      if let ordered { return ordered }
      let all = registrations.values.flatMap { $0.elements }.inOrder { $0.order }
      let new = ContiguousArray(all.lazy.map { $0.element })
      ordered = new
      return new
    }
  }

  package func contains(_ id: ID) -> Bool { numbers[id] != nil }

  package func contains(registration: Number) -> Bool { registrations[registration] != nil }

  /// Adds an element to a registration, which has one id only.
  package mutating func add(_ element: Element, id: ID, registration: Number) {
    assert(registrations[registration].map { $0.id == id } ?? true)
    ordered = nil
    lastOrder += 1
    registrations[registration, default: Registration(id: id)].elements.append((lastOrder, element))
    numbers[id, default: []].insert(registration)
  }

  /// Removes and returns the elements of a group, in order.
  package mutating func remove(_ group: Group) -> [Element] {
    ordered = nil
    var removed: [(order: Int, element: Element)] = []
    switch group {
    case .id(let id):
      for number in numbers.removeValue(forKey: id) ?? [] {
        removed += registrations.removeValue(forKey: number)?.elements ?? []
      }
    case .registration(let number):
      removed = removeRegistration(number)
    }
    return removed.inOrder { $0.order }.map { $0.element }
  }

  /// Removes and returns the elements that satisfy a predicate, in order; visits all of them.
  package mutating func removeAll(where predicate: (Element) -> Bool) -> [Element] {
    ordered = nil
    var removed: [(order: Int, element: Element)] = []
    for (number, registration) in registrations {
      let found = registration.elements.filter { predicate($0.element) }
      if found.isEmpty { continue }
      removed += found
      let rest = registration.elements.filter { !predicate($0.element) }
      if rest.isEmpty {
        _ = removeRegistration(number)
      } else {
        registrations[number]?.elements = rest
      }
    }
    return removed.inOrder { $0.order }.map { $0.element }
  }

  private mutating func removeRegistration(_ number: Number) -> [(order: Int, element: Element)] {
    guard let registration = registrations.removeValue(forKey: number) else { return [] }
    let known = numbers[registration.id]?.remove(number)
    assert(known != nil)
    if numbers[registration.id]?.isEmpty == true { numbers[registration.id] = nil }
    return registration.elements
  }
}

extension RegistrationTable where ID == Number {
  /// Adds an element that has no id but its registration's number.
  package mutating func add(_ element: Element, registration: Number) {
    add(element, id: registration, registration: registration)
  }
}

extension RegistrationTable.Registration: Sendable
where ID: Sendable, Number: Sendable, Element: Sendable {}

extension RegistrationTable: Sendable where ID: Sendable, Number: Sendable, Element: Sendable {}
