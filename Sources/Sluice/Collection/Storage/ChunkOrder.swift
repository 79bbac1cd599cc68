/// The order of the chunks of ``Entities``, with the number of elements in each.
///
/// A B+tree whose nodes refer to each other, and to chunks, by number. So a way leads up from a chunk
/// to its position, and one down from a position to its chunk; both take logarithmic time, as
/// changes do. The numbers of removed chunks and nodes are used again.
@usableFromInline
struct ChunkOrder: Sendable {
  /// A chunk or a node.
  @usableFromInline
  struct Child: Sendable {
    @usableFromInline let number: UInt32
    /// The number of elements in it and in those before it, below the same node.
    fileprivate(set) var end: UInt32
  }

  private struct Node: Sendable {
    /// The node above; of the root, `none`; of a free node, the next free one.
    var parent = none
    /// Whether the children are chunks.
    let isLowest: Bool
    var children: ContiguousArray<Child>

    /// The number of elements before a child.
    func start(of index: Int) -> UInt32 { index == 0 ? 0 : children[index - 1].end }

    /// Returns the index of the child at a position.
    func index(at position: UInt32) -> Int {
      // Counted, without a branch that depends on the position. By index: an iterator would retain
      // the children.
      var result = 0
      for index in children.indices { result &+= children[index].end <= position ? 1 : 0 }
      return result
    }

    /// Changes the number of elements in a child.
    mutating func add(_ difference: Int, to child: UInt32) {
      for index in index(of: child)..<children.count {
        children[index].end = UInt32(Int(children[index].end) + difference)
      }
    }

    /// Returns the index of a child.
    func index(of child: UInt32) -> Int {
      // From the back, where most chunks are added.
      var index = children.count - 1
      while children[index].number != child { index -= 1 }
      return index
    }
  }

  private static let none = UInt32.max
  /// The maximum number of children.
  private static let width = 32

  private var nodes = PagedArray<Node>()
  /// The node above each chunk; of a free chunk, the next free one.
  private var parents = PagedArray<UInt32>()
  private var root = none
  private var freeNode = none
  private var freeChunk = none

  @usableFromInline
  init() {}

  /// Returns whether both share their storage, hence are equal; `false` proves nothing.
  func isIdentical(to other: ChunkOrder) -> Bool {
    root == other.root && nodes.roots.isIdentical(to: other.nodes.roots)
      && parents.roots.isIdentical(to: other.parents.roots)
  }

  // MARK: - Finding

  /// The last chunk; `nil` if there is none.
  @usableFromInline var last: Int? {
    if root == Self.none { return nil }
    var number = Int(root)
    while true {
      let node = nodes[number]
      number = Int(node.children[node.children.count - 1].number)
      if node.isLowest { return number }
    }
  }

  /// Returns the place of the element at a position, which must be one of an element.
  @usableFromInline
  func place(of position: Int) -> ChunkPlace {
    let (node, index, offset) = find(position)
    return ChunkPlace(chunk: Int(nodes[node].children[index].number), offset: offset)
  }

  /// Returns the position of a chunk's first element.
  @usableFromInline
  func start(of chunk: Int) -> Int {
    var start = 0
    var child = UInt32(chunk)
    var parent = parents[chunk]
    while parent != Self.none {
      let node = nodes[Int(parent)]
      start += Int(node.start(of: node.index(of: child)))
      child = parent
      parent = node.parent
    }
    return start
  }

  /// Returns a run of chunks, and the index in it of the chunk at a position.
  @usableFromInline
  func run(at position: Int) -> (chunks: ContiguousArray<Child>, index: Int) {
    let (node, index, _) = find(position)
    return (nodes[node].children, index)
  }

  /// Returns the chunks right before and after a chunk that have the same node above.
  @usableFromInline
  func neighbors(of chunk: Int) -> (before: Int?, after: Int?) {
    let node = nodes[Int(parents[chunk])]
    let index = node.index(of: UInt32(chunk))
    return (
      index > 0 ? Int(node.children[index - 1].number) : nil,
      index + 1 < node.children.count ? Int(node.children[index + 1].number) : nil
    )
  }

  private func find(_ position: Int) -> (node: Int, index: Int, offset: Int) {
    var offset = UInt32(position)
    var number = Int(root)
    while true {
      let node = nodes[number]
      let index = node.index(at: offset)
      offset -= node.start(of: index)
      if node.isLowest { return (number, index, Int(offset)) }
      number = Int(node.children[index].number)
    }
  }

  /// The lowest node of the first chunk.
  private var first: Int {
    var number = Int(root)
    while !nodes[number].isLowest { number = Int(nodes[number].children[0].number) }
    return number
  }

  // MARK: - Changing

  /// Changes the number of elements in a chunk.
  @usableFromInline
  mutating func add(_ difference: Int, to chunk: Int) {
    add(difference, to: UInt32(chunk), below: parents[chunk])
  }

  /// Adds a chunk without elements.
  /// - Parameter other: The chunk before it; `nil` to make it the first.
  /// - Returns: Its number: a free one, or the one after the highest.
  @usableFromInline
  mutating func insert(after other: Int?) -> Int {
    let chunk = freeChunk == Self.none ? UInt32(parents.count) : freeChunk
    if freeChunk == Self.none {
      parents.append(Self.none)
    } else {
      freeChunk = parents[Int(chunk)]
    }
    if root == Self.none {
      root = addNode(isLowest: true, [Child(number: chunk, end: 0)])
    } else if let other {
      insert(chunk, into: Int(parents[other]), after: UInt32(other))
    } else {
      insert(chunk, into: first, after: nil)
    }
    return Int(chunk)
  }

  /// Removes a chunk without elements.
  @usableFromInline
  mutating func remove(_ chunk: Int) {
    remove(UInt32(chunk), from: parents[chunk])
    parents[chunk] = freeChunk
    freeChunk = UInt32(chunk)
  }

  private mutating func add(_ difference: Int, to child: UInt32, below parent: UInt32) {
    var child = child
    var parent = parent
    while parent != Self.none {
      nodes[Int(parent)].add(difference, to: child)
      child = parent
      parent = nodes[Int(parent)].parent
    }
  }

  /// Inserts a child without elements into a node, at its start if no other is before it.
  private mutating func insert(_ child: UInt32, into node: Int, after other: UInt32?) {
    let children = nodes[node].children.count
    let index = other.map { nodes[node].index(of: $0) + 1 } ?? 0
    if children < Self.width { return insert(child, into: node, at: index) }
    // Where chunks are appended, nodes remain full.
    let kept = index == children ? children : children / 2
    let new = split(node, keeping: kept)
    if index > kept || kept == children {
      insert(child, into: new, at: index - kept)
    } else {
      insert(child, into: node, at: index)
    }
  }

  private mutating func insert(_ child: UInt32, into node: Int, at index: Int) {
    let start = nodes[node].start(of: index)
    nodes[node].children.insert(Child(number: child, end: start), at: index)
    setParent(of: child, to: node)
  }

  /// Moves the last children of a node to a new one after it.
  private mutating func split(_ node: Int, keeping kept: Int) -> Int {
    let start = nodes[node].start(of: kept)
    let count = Int(nodes[node].start(of: nodes[node].children.count) - start)
    let moved = nodes[node].children[kept...].map {
      Child(number: $0.number, end: $0.end - start)
    }
    nodes[node].children.removeSubrange(kept...)
    let new = addNode(isLowest: nodes[node].isLowest, ContiguousArray(moved))
    if nodes[node].parent == Self.none {
      root = addNode(
        isLowest: false,
        [
          Child(number: UInt32(node), end: start),
          Child(number: new, end: start + UInt32(count)),
        ]
      )
    } else {
      add(-count, to: UInt32(node), below: nodes[node].parent)
      insert(new, into: Int(nodes[node].parent), after: UInt32(node))
      add(count, to: new, below: nodes[Int(new)].parent)
    }
    return Int(new)
  }

  /// Removes a child without elements from a node, and the node if it was the last child.
  private mutating func remove(_ child: UInt32, from parent: UInt32) {
    let node = Int(parent)
    nodes[node].children.remove(at: nodes[node].index(of: child))
    if nodes[node].children.isEmpty {
      if parent == root { root = Self.none } else { remove(parent, from: nodes[node].parent) }
      free(node)
    }
    while root != Self.none, !nodes[Int(root)].isLowest, nodes[Int(root)].children.count == 1 {
      let old = Int(root)
      root = nodes[old].children[0].number
      nodes[Int(root)].parent = Self.none
      free(old)
    }
  }

  // MARK: - Nodes

  private mutating func setParent(of child: UInt32, to node: Int) {
    if nodes[node].isLowest {
      parents[Int(child)] = UInt32(node)
    } else {
      nodes[Int(child)].parent = UInt32(node)
    }
  }

  private mutating func addNode(isLowest: Bool, _ children: ContiguousArray<Child>) -> UInt32 {
    let node = Node(isLowest: isLowest, children: children)
    let number = freeNode == Self.none ? UInt32(nodes.count) : freeNode
    if freeNode == Self.none {
      nodes.append(node)
    } else {
      freeNode = nodes[Int(number)].parent
      nodes[Int(number)] = node
    }
    for child in children { setParent(of: child.number, to: Int(number)) }
    return number
  }

  private mutating func free(_ node: Int) {
    nodes[node] = Node(parent: freeNode, isLowest: true, children: [])
    freeNode = UInt32(node)
  }
}
