import SluiceTree
import TestSupport

/// Makes trees of every kind, and neighbours of a tree.
struct RandomTrees {
  var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  mutating func pick(_ range: Range<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  mutating func key() -> String {
    ["a", "b", "c", "id", "done", "a.b", "", "…", "_0", "ключ"][pick(0..<10)]
  }

  mutating func leaf() -> Tree {
    switch pick(0..<16) {
    case 0: .null
    case 1: .bool(pick(0..<2) == 0)
    case 2, 3: .integer(Int64(pick(0..<3)))
    case 4: .double([0.0, -0.0, 1.0, .nan, .infinity][pick(0..<5)])
    case 5, 6: .string(["", "x", "é", "e\u{301}", "line\n"][pick(0..<5)])
    case 7: .data([UInt8](repeating: 7, count: pick(0..<3)))
    case 8: .date(.init(secondsSince1970: Double(pick(0..<3)), remainder: Double(pick(0..<2))))
    case 9: .opaque(typeName: "Closure")
    case 10: .redacted
    case 11: .cut(.elements(pick(1..<3)))
    case 12: .cut(.characters(kept: "ab", omitted: pick(1..<3)))
    case 13: Tree(UInt64.max - UInt64(pick(0..<2)))
    case 14: Tree(Int128.min)
    default: .enumCase(name: ["on", "off"][pick(0..<2)], payload: Tree.Object())
    }
  }

  mutating func tree(depth: Int = 4) -> Tree {
    guard depth > 0 else { return leaf() }
    switch pick(0..<8) {
    case 0: return leaf()
    case 1, 2: return .array((0..<pick(0..<6)).map { _ in tree(depth: depth - 1) })
    case 3, 4: return .array((0..<pick(0..<8)).map { _ in record(depth: depth - 1) })
    case 5: return .enumCase(name: ["one", "two"][pick(0..<2)], payload: object(depth: depth - 1))
    default: return .object(object(depth: depth - 1))
    }
  }

  /// An object with an id, among so few ids that some repeat.
  mutating func record(depth: Int) -> Tree {
    var builder = Tree.Object.Builder()
    if pick(0..<12) > 0 { builder.set("id", to: .integer(Int64(pick(0..<40)))) }
    builder.set("value", to: tree(depth: depth - 1))
    return .object(builder.object)
  }

  mutating func object(depth: Int) -> Tree.Object {
    var builder = Tree.Object.Builder()
    for _ in 0..<pick(0..<6) {
      builder.set(key(), to: tree(depth: depth - 1))
    }
    return builder.object
  }

  /// The tree after a few edits like those that a program makes.
  mutating func neighbour(of tree: Tree, edits: Int) -> Tree {
    (0..<edits).reduce(tree) { tree, _ in edited(tree) }
  }

  private mutating func edited(_ tree: Tree) -> Tree {
    switch tree {
    case .array(var elements) where pick(0..<6) > 0:
      if let place = elements.indices.randomElement(using: &random), pick(0..<2) == 0 {
        elements[place] = edited(elements[place])
      } else {
        edit(&elements) { $0.record(depth: 2) }
      }
      return .array(elements)
    case .object(let object) where pick(0..<6) > 0:
      return .object(edited(object))
    case .enumCase(let name, let payload) where pick(0..<6) > 0:
      return .enumCase(name: name, payload: edited(payload))
    default:
      return self.tree(depth: 2)
    }
  }

  private mutating func edited(_ object: Tree.Object) -> Tree.Object {
    var members = object.members
    if let place = members.indices.randomElement(using: &random), pick(0..<2) == 0 {
      members[place].value = edited(members[place].value)
    } else {
      edit(&members) { .init(key: $0.key(), value: $0.leaf()) }
    }
    return Tree.Object(members)
  }

  private mutating func edit<List: RangeReplaceableCollection & MutableCollection>(
    _ list: inout List,
    new: (inout RandomTrees) -> List.Element
  ) where List: RandomAccessCollection, List.Index == Int {
    let end = list.count
    switch pick(0..<6) {
    case 0 where end > 0: list.remove(at: pick(0..<end))
    case 1 where end > 0: list.insert(list.remove(at: pick(0..<end)), at: pick(0..<end))
    case 2: list.shuffle(using: &random)
    case 3: list.reverse()
    case 4 where end > 1: list.append(list.removeFirst())
    default: list.insert(new(&self), at: pick(0..<(end + 1)))
    }
  }
}

/// For edits that only tests make.
extension Tree.Elements: MutableCollection {}
