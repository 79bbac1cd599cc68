extension Tree {
  /// Creates the tree of any value, as a mirror shows it.
  ///
  /// Structs and dictionaries become objects, arrays and sets arrays, an enum its case;
  /// dictionaries and sets are sorted. Shows an object of a class by its type's name alone, since
  /// another thread may be changing it. Shows functions and types by name too.
  ///
  /// Shows an enum that describes itself and has no payload by its description, since the case's
  /// name is not available.
  package init(reflecting value: Any, options: TreeOptions = TreeOptions()) {
    var bounds = TreeBounds(options)
    self = .reflecting(value, depth: 1, bounds: &bounds)
  }

  /// Returns the tree of a part of a larger value.
  static func reflecting(_ value: Any, depth: Int, bounds: inout TreeBounds) -> Tree {
    var reflection = Reflection(bounds)
    defer { bounds = reflection.bounds }
    return reflection.tree(of: value, depth: depth)
  }
}

/// One walk through a value and all that it contains.
private struct Reflection {
  private(set) var bounds: TreeBounds

  /// The kinds of types, determined once for each.
  private var kinds: [ObjectIdentifier: ReflectedKind] = [:]

  init(_ bounds: TreeBounds) {
    self.bounds = bounds
  }

  private mutating func kind(of type: Any.Type) -> ReflectedKind {
    if let known = kinds[ObjectIdentifier(type)] { return known }
    let kind = ReflectedKind(type)
    kinds[ObjectIdentifier(type)] = kind
    return kind
  }

  mutating func tree(of value: Any, depth: Int) -> Tree {
    let type = type(of: value)
    let kind = kind(of: type)
    switch kind {
    case .opaque(let typeName): return .opaque(typeName: typeName)
    case .leaf(let make): if let tree = make(value, bounds) { return tree }
    default: break
    }
    guard depth <= bounds.options.maximalDepth else {
      return .cut(.depth(typeName: "\(type)"))
    }
    switch kind {
    case .dictionary:
      guard let dictionary = value as? any ReflectedDictionary else { break }
      return tree(of: dictionary, depth: depth)
    case .set:
      guard let set = value as? any ReflectedSet else { break }
      return elements(set.elements, depth: depth, areSorted: true)
    case .erased:
      guard let erased = value as? AnyHashable else { break }
      return tree(of: erased.base, depth: depth + 1)
    default: break
    }
    return tree(of: Mirror(reflecting: value), of: value, type, depth: depth)
  }

  private mutating func tree(
    of mirror: Mirror,
    of value: Any,
    _ type: Any.Type,
    depth: Int
  ) -> Tree {
    switch mirror.displayStyle {
    case .optional:
      return mirror.children.first.map { tree(of: $0.value, depth: depth + 1) } ?? .null
    case .collection, .set:
      return elements(mirror.children.lazy.map(\.value), depth: depth, areSorted: false)
    case .enum:
      guard let payload = mirror.children.first else {
        return .enumCase(name: "\(value)", payload: Tree.Object())
      }
      return .enumCase(
        name: payload.label ?? "\(type)",
        payload: self.payload(payload.value, depth: depth)
      )
    case .tuple where mirror.children.allSatisfy { Mirror.name($0) == nil }:
      return elements(mirror.children.lazy.map(\.value), depth: depth, areSorted: false)
    case .class, .foreignReference:
      return .opaque(typeName: "\(type)")
    case nil where mirror.children.isEmpty:
      return .opaque(typeName: "\(type)")
    default:
      return .object(members(mirror.children, depth: depth))
    }
  }

  private mutating func payload(_ value: Any, depth: Int) -> Tree.Object {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .tuple {
      return members(mirror.children, depth: depth)
    }
    return members(CollectionOfOne((label: nil, value: value)), depth: depth)
  }

  private mutating func members(
    _ children: some Collection<Mirror.Child>,
    depth: Int
  ) -> Tree.Object {
    var builder = Tree.Object.Builder()
    for (index, child) in children.enumerated() {
      guard bounds.admit(besides: index) else {
        return builder.object(omitted: children.count - index)
      }
      let name = Mirror.name(child) ?? "_\(index)"
      builder.set(name, to: tree(of: child.value, depth: depth + 1))
    }
    return builder.object
  }

  private mutating func elements(
    _ values: some Collection<Any>,
    depth: Int,
    areSorted: Bool
  ) -> Tree {
    var elements: [Tree] = []
    for value in values {
      guard bounds.admit(besides: elements.count) else { break }
      elements.append(tree(of: value, depth: depth + 1))
    }
    let omitted = values.count - elements.count
    if areSorted { elements.sort { $0.precedes($1) } }
    return elements.tree(omitted: omitted)
  }

  /// Returns an object if the keys' names are unique, otherwise keys and values in turn.
  private mutating func tree(of dictionary: any ReflectedDictionary, depth: Int) -> Tree {
    let values = dictionary.entries
    var entries: [(key: Tree, value: Tree)] = []
    for (key, value) in values {
      guard bounds.admit(besides: entries.count) else { break }
      entries.append((tree(of: key, depth: depth + 1), tree(of: value, depth: depth + 1)))
    }
    let omitted = values.count - entries.count
    entries.sort { $0.key.precedes($1.key) }

    var builder = Tree.Object.Builder()
    for (key, value) in entries {
      builder.set(key.nameOfKey, to: value)
    }
    if builder.count == entries.count {
      return .object(builder.object(omitted: omitted))
    }
    return entries.flatMap { [$0.key, $0.value] }.tree(omitted: 2 * omitted)
  }
}

extension Mirror {
  /// The name of a child; `nil` if it has only a position, which in a tuple is written `.0`.
  fileprivate static func name(_ child: Child) -> String? {
    child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }
  }
}

extension Tree {
  /// The name of a member whose key in a dictionary is this value.
  fileprivate var nameOfKey: String {
    switch self {
    case .string(let text): text
    case .enumCase(let name, let payload) where payload.isEmpty: name
    default: summary(limit: 200)
    }
  }
}
