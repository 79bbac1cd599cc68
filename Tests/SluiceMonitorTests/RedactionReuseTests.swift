import TestSupport
import Testing

@testable import SluiceMonitor
@testable import SluiceTree

/// What a redactor takes over from an older version must not be visible in its trees.
@Suite(.inTurn, .unsanitized) struct RedactionReuseTests {
  private static let redactions: [Redaction] = [
    .standard, .none, ["list.*.note"], ["**.note"], ["list.3"], ["list.5.note", "**.text"],
  ]

  private func loaded(_ members: [Tree.Object.Member]) -> Tree {
    .enumCase(name: "loaded", payload: Tree.Object(members))
  }

  private func entity(_ id: Int, using random: inout SplitMix64) -> Tree {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: ["id": .integer(Int64(id)), "password": .string("secret \(id)")]
    case 1: .string(id % 2 == 0 ? "password" : "text \(id)")
    case 2: .string("https://me:secret@host/?token=\(id)")
    case 3: ["token": [:]]
    case 4:
      loaded([.init(key: "note", value: "a"), .init(key: "secret", value: .integer(Int64(id)))])
    default: ["id": .integer(Int64(id)), "text": .string("text \(id)"), "note": [1, "note"]]
    }
  }

  @Test(arguments: redactions.indices, 0..<volume(1, nightly: 8))
  func `versions are redacted as from scratch`(_ redaction: Int, _ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let redactor = Redactor(Self.redactions[redaction])
    var elements = Tree.Elements(
      (0..<Int.random(in: 1..<160, using: &random)).map {
        entity($0, using: &random)
      }
    )
    var last: Redactor.Redacted?
    for step in 0..<20 {
      for _ in 0..<Int.random(in: 0..<4, using: &random) {
        let end = elements.count
        let new = entity(step, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: elements.append(new)
        case 1: elements.insert(new, at: Int.random(in: 0...end, using: &random))
        case 2 where end > 0: elements.remove(at: Int.random(in: 0..<end, using: &random))
        case 3 where end > 80: elements.removeFirst(Int.random(in: 1..<70, using: &random))
        default: if end > 0 { elements[Int.random(in: 0..<end, using: &random)] = new }
        }
      }
      let tree: Tree = [
        "step": .integer(Int64(step / 2)), "list": .array(elements),
        "case": loaded([.init(key: "list", value: .array(elements))]),
      ]
      let redacted = redactor.redact(tree, after: last)
      #expect(redacted == redactor.redact(tree), "step \(step)")
      last = (tree, redacted)
    }
  }

  @Test func `a value that moves to another key is redacted as that key says`() {
    let redactor = Redactor(["secrets.*.text"])
    let value: Tree = ["first": ["text": "mine"]]
    let (open, secret): (Tree, Tree) = (["open": value], ["secrets": value])
    for (old, new) in [(open, secret), (secret, open)] {
      let redacted = redactor.redact(new, after: (old, redactor.redact(old)))
      #expect(redacted == redactor.redact(new))
    }
    #expect(redactor.redact(secret) != secret)
  }

  @Test func `a redacted version shares pages and chunks that did not change`() throws {
    let redactor = Redactor(.standard)
    var elements = Tree.Elements(
      (0..<10_000).map { ["id": .integer(Int64($0)), "password": "secret"] }
    )
    let old = Tree.array(elements)
    let oldRedacted = redactor.redact(old)
    func redacted() throws -> (before: Tree.Elements, after: Tree.Elements) {
      let redacted = redactor.redact(.array(elements), after: (old, oldRedacted))
      #expect(redacted == redactor.redact(.array(elements)))
      guard case .array(let before) = oldRedacted, case .array(let after) = redacted else {
        throw TestFailure("A list is no list any more.")
      }
      return (before, after)
    }
    elements[5_000] = ["id": 5_000, "password": "other", "name": "new"]
    let changed = try redacted()
    let pages = zip(changed.before.chunks.pages, changed.after.chunks.pages)
    #expect(pages.count { $0.chunks.sharesBuffer(with: $1.chunks) } == 4)

    elements.insert(["id": -1, "password": "secret"], at: 0)
    let (before, after) = try redacted()
    let shared = after.chunks.count { chunk in
      before.chunks.contains { $0.trees.sharesBuffer(with: chunk.trees) }
    }
    #expect(after.chunks.count - shared <= 3)
    #expect(Tree.changes(from: .array(before), to: .array(after)).count == 2)
  }
}
