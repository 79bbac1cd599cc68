import SluiceTree
import SluiceWire
import TestSupport

/// Makes trees, changes and records of every kind.
struct RandomRecords {
  var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  mutating func pick(_ range: Range<Int>) -> Int { random.pick(range) }

  mutating func text() -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "$", "\"", "\\", "/", "\n", "\r", "\t", "\0", "\u{1B}", "\u{7F}", "é", "\u{301}",
      "\u{2028}", "\u{202E}", "中", "😀", "\u{10FFFF}", "\u{FEFF}", " ",
    ]
    var text = ""
    for _ in 0..<pick(0..<12) { text.unicodeScalars.append(scalars[pick(0..<scalars.count)]) }
    return text
  }

  mutating func double() -> Double {
    switch pick(0..<4) {
    case 0: Double(bitPattern: random.next())
    case 1: Double(pick(-1_000..<1_000)) / 8
    case 2: Double(pick(-100_000..<100_000)) / 100
    default:
      [
        0.0, -0.0, 1.0, 0.1, .nan, .infinity, -.infinity, .leastNonzeroMagnitude, 1e22, 1e23,
        .greatestFiniteMagnitude, .pi, 9_007_199_254_740_992,
      ][pick(0..<13)]
    }
  }

  mutating func leaf() -> Tree {
    switch pick(0..<16) {
    case 0: .null
    case 1: .bool(pick(0..<2) == 0)
    case 2: .integer(Int64(truncatingIfNeeded: random.next()))
    case 3: .integer([0, -1, .min, .max, 10, 999_999_999_999_999_999][pick(0..<6)])
    case 4: Tree([UInt128.max, UInt128(UInt64.max), 1 << 127][pick(0..<3)])
    case 5: Tree([Int128.min, Int128.max, Int128(Int64.min) - 1][pick(0..<3)])
    case 6, 7: .double(double())
    case 8: .data((0..<pick(0..<9)).map { _ in UInt8.random(in: 0 ... .max, using: &random) })
    case 9: .date(.init(secondsSince1970: double(), remainder: double()))
    case 10: .opaque(typeName: text())
    case 11: .redacted
    case 12:
      .cut(
        [
          .depth(typeName: text()), .elements(pick(0..<9)), .members(pick(0..<9)),
          .characters(kept: text(), omitted: pick(0..<9)), .bytes(kept: [1, 2], omitted: 3),
        ][pick(0..<5)]
      )
    case 13: .enumCase(name: text(), payload: Tree.Object())
    default: .string(text())
    }
  }

  mutating func tree(depth: Int = 4) -> Tree {
    guard depth > 0 else { return leaf() }
    return switch pick(0..<6) {
    case 0: .array((0..<pick(0..<6)).map { _ in tree(depth: depth - 1) })
    case 1, 2: .object(object(depth: depth - 1))
    case 3: .enumCase(name: text(), payload: object(depth: depth - 1))
    default: leaf()
    }
  }

  mutating func object(depth: Int) -> Tree.Object {
    var builder = Tree.Object.Builder()
    for _ in 0..<pick(0..<18) { builder.set(text(), to: tree(depth: depth - 1)) }
    return builder.object
  }

  mutating func path() -> TreePath {
    TreePath((0..<pick(0..<4)).map { _ in pick(0..<2) == 0 ? .key(text()) : .index(pick(0..<99)) })
  }

  mutating func change() -> TreeChange {
    let old = pick(0..<2) == 0 ? tree(depth: 2) : nil
    return switch pick(0..<4) {
    case 0: .add(path(), tree(depth: 2), position: old.map { _ in pick(0..<9) })
    case 1: .remove(path(), old: old)
    case 2: .set(path(), old: old, new: tree(depth: 2))
    default: .move(path(), to: pick(0..<99))
    }
  }

  /// The record of a golden line, of which some members are others or missing.
  mutating func record() throws -> WireRecord {
    let line = Golden.lines[pick(0..<Golden.lines.count)]
    var tree = try JSONText.tree(of: Array(line.text.utf8)[...])
    var record = try WireRecord(line: Array(line.text.utf8)[...])
    for _ in 0..<pick(0..<8) {
      let other = varied(tree)
      // Not each value is allowed everywhere.
      if let read = try? WireRecord(line: JSONText.bytes(of: other)[...]), read.type == line.type {
        (tree, record) = (other, read)
      }
    }
    return record
  }

  /// The tree with another value, or none, in one place.
  private mutating func varied(_ tree: Tree) -> Tree {
    switch tree {
    case .object(let object) where object.count > 0:
      var members = object.members
      let place = pick(0..<members.count)
      let member = members.remove(at: place)
      if pick(0..<6) > 0 {
        members.insert(.init(key: member.key, value: varied(member.value)), at: place)
      }
      return .object(Tree.Object(members))
    case .array(let elements) where elements.count > 0:
      var elements = Array(elements)
      let place = pick(0..<elements.count)
      elements[place] = varied(elements[place])
      return .array(elements)
    case .string: return .string(text())
    case .integer: return .integer([0, 1, 7, 99, 1 << 53 - 1, .max][pick(0..<6)])
    case .bool(let value): return .bool(!value)
    default: return self.tree(depth: 3)
    }
  }
}
