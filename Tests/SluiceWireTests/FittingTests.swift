import SluiceTree
import SluiceWire
import TestSupport
import Testing

@Suite(.inTurn)
struct FittingTests {
  @Test(arguments: 0..<volume(20, nightly: 400))
  func `a tree is cut to any limit, and only if it must be`(seed: UInt64) {
    var random = RandomRecords(seed: seed)
    let tree = random.tree(depth: 5)
    let length = JSONText.length(of: tree)
    #expect(tree.fitted(to: length) == tree)
    // Below 128 bytes there is no room for a cut.
    for limit in [128, 300, 1_000, 5_000, length - 1] where limit >= 128 && limit < length {
      let fitted = tree.fitted(to: limit)
      #expect(JSONText.length(of: fitted) <= limit)
      #expect(fitted != tree)
    }
  }

  @Test func `small values stay whole beside large ones`() throws {
    let long = String(repeating: "x", count: 10_000)
    let tree: Tree = [
      "id": 7, "text": .string(long), "photo": .data([UInt8](repeating: 1, count: 9_999)),
      "done": true,
    ]
    let fitted = tree.fitted(to: 2_000)
    #expect(fitted[["id"]] == 7 && fitted[["done"]] == true)
    guard case .cut(.characters(let kept, let omitted)) = fitted[["text"]],
      case .cut(.bytes(let bytes, let missing)) = fitted[["photo"]]
    else { throw NotCut() }
    #expect((kept.count + omitted, bytes.count + missing) == (10_000, 9_999))
    #expect(kept.count > 500 && bytes.count > 300)
    #expect(JSONText.length(of: fitted) > 1_500)
  }

  @Test func `a long list keeps its beginning and the number of what is missing`() throws {
    var list = Tree.array((0..<10_000).map { .integer($0) })
    let members = (0..<5_000).map { Tree.Object.Member(key: "key\($0)", value: 1) }
    var table = Tree.object(.init(members))
    // What is cut already is counted with what is cut again.
    for limit in [1_000, 500] {
      (list, table) = (list.fitted(to: limit), table.fitted(to: limit))
      guard case .array(let elements) = list, case .object(let object) = table else {
        throw NotCut()
      }
      #expect(elements.first == 0 && object.members.first?.key == "key0")
      #expect(elements.last == .cut(.elements(10_001 - elements.count)))
      #expect(object[Tree.Cut.membersKey] == .cut(.members(5_001 - object.count)))
    }
  }

  @Test func `a value whose names alone are too long is left out`() {
    let name = String(repeating: "n", count: 1_000)
    for tree: Tree in [
      .opaque(typeName: name), .enumCase(name: name, payload: .init()),
      .object(.init([.init(key: name, value: 1)])),
    ] {
      #expect(JSONText.length(of: tree.fitted(to: 200)) <= 200)
    }
  }

  @Test(arguments: 0..<volume(12, nightly: 200))
  func `a state or commit over the limit is cut, with a note`(seed: UInt64) throws {
    var random = RandomRecords(seed: seed)
    let action = WireRecord.Action(type: random.text(), payload: random.tree(depth: 5))
    let changes = (0..<random.pick(1..<60)).map { _ in random.change() }
    var commit = WireRecord.Commit(number: 1, time: 2, action: action, changes: changes)
    commit.note = random.text()
    let trees = Tree.array((0..<20).map { _ in random.tree(depth: 3) })
    let state = WireRecord.State(number: 1, state: trees, note: "before", reply: 4)
    let limit = 4_096
    for record in [WireRecord.commit(commit), .state(state)] {
      let length = record.line().count - 1
      let fitted = record.fitted(to: limit)
      if length <= limit {
        #expect(fitted == record)
        continue
      }
      #expect(fitted.line().count - 1 <= limit)
      switch try WireRecord(line: fitted.line()[...]) {
      case .state(let fitted):
        #expect(fitted.note?.contains("at most 4 KiB") == true)
        #expect(fitted.reply == 4)
      case .commit(let fitted):
        #expect(fitted.number == commit.number)
        #expect(
          fitted.changes.count == commit.changes.count
            || fitted.changes.isEmpty && fitted.omittedChanges >= commit.changes.count
        )
      default: throw NotCut()
      }
    }
  }

  private func commit(_ changes: [TreeChange]) -> WireRecord {
    let action = WireRecord.Action(type: "A", payload: [1, 2])
    return .commit(.init(number: 1, time: 2, action: action, changes: changes))
  }

  @Test func `old values go first, and nothing is lost by that`() {
    let old = Tree.string(String(repeating: "o", count: 9_000))
    let commit = commit([.set(["a"], old: old, new: 1), .remove(["b"], old: old)])
    let expected = self.commit([.set(["a"], old: nil, new: 1), .remove(["b"], old: nil)])
    #expect(commit.fitted(to: 4_096) == expected)
  }

  @Test func `a commit with too many changes has none, and their number`() throws {
    let changes = (0..<5_000).map { TreeChange.add(["list", .index($0)], 1) }
    guard case .commit(let fitted) = commit(changes).fitted(to: 4_096) else { throw NotCut() }
    #expect((fitted.changes, fitted.omittedChanges) == ([], 5_000))
    #expect(fitted.action.payload == [1, 2])
  }

  @Test func `a record whose names are long is cut as well`() throws {
    let long = String(repeating: "\u{1}", count: 9_000)
    var read = WireRecord.Read(kind: long, name: long, runs: 2, changes: 1, duration: 1)
    read.position = long
    let action = WireRecord.Action(type: long, id: long)
    var commit = WireRecord.Commit(number: 1, time: 2, action: action, changes: [])
    commit.origin = .init(file: long, line: 1, function: long, info: long)
    commit.cause = .init(commit: 1, effect: long)
    let records: [WireRecord] = [
      .commit(commit),
      .effect(.init(event: .failed, effect: long, run: 1, commit: 1, time: 1, error: long)),
      .diagnostic(
        .init(number: 1, id: "a", time: 1, effect: long, position: long, cause: long, cure: long)
      ),
      .reads(.init(number: 1, reads: Array(repeating: read, count: 20), omitted: 5)),
    ]
    let fitted = records.map { $0.fitted(to: 4_096) }
    for record in fitted { #expect(record.line().count <= 4_096, "\(record.type)") }
    guard case .reads(let reads)? = fitted.last else { throw NotCut() }
    #expect(!reads.reads.isEmpty)
    #expect(reads.omitted + 2 * reads.reads.count == 45)
  }

  @Test(arguments: [(4_094, true), (4_095, false)])
  func `an old value above 4 KiB is left out of a change`(count: Int, stays: Bool) {
    let old = Tree.string(String(repeating: "x", count: count))  // and two quotation marks
    for change: TreeChange in [.set(["a"], old: old, new: 1), .remove(["a"], old: old)] {
      #expect(change.withoutLongOld() == (stays ? change : change.withoutOld))
    }
  }

  @Test(arguments: [100, 200, 300, 400, 500, 600, 700])
  func `what a long key takes is not given to the values`(count: Int) {
    let long = Tree.string(String(repeating: "x", count: 5_000))
    let keys = [String(repeating: "0", count: count)] + "abcdefgh".map(String.init)
    let tree = Tree.object(Tree.Object(keys.map { .init(key: $0, value: long) }))
    let fitted = tree.fitted(to: 1_000)
    #expect(JSONText.length(of: fitted) <= 1_000)
    #expect(fitted[[.key(keys[0])]] != nil)
  }

  private struct NotCut: Error {}
}
