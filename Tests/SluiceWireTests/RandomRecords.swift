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

  mutating func maybe<Value>(_ make: (inout Self) -> Value) -> Value? {
    pick(0..<2) == 0 ? make(&self) : nil
  }

  mutating func path() -> TreePath {
    TreePath((0..<pick(0..<4)).map { _ in pick(0..<2) == 0 ? .key(text()) : .index(pick(0..<99)) })
  }

  mutating func change() -> TreeChange {
    switch pick(0..<4) {
    case 0: .add(path(), tree(depth: 2), position: maybe { $0.pick(0..<9) })
    case 1: .remove(path(), old: maybe { $0.tree(depth: 2) })
    case 2: .set(path(), old: maybe { $0.tree(depth: 2) }, new: tree(depth: 2))
    default: .move(path(), to: pick(0..<99))
    }
  }

  mutating func action() -> WireRecord.Action {
    .init(type: text(), id: maybe { $0.text() }, payload: maybe { $0.tree() })
  }

  /// A number below a bound; few numbers by default, so that some repeat.
  mutating func number(_ bound: Int = 9) -> Int { pick(0..<bound) }
  mutating func flag() -> Bool { pick(0..<2) == 0 }
  mutating func optionalText() -> String? { maybe { $0.text() } }
  mutating func optionalNumber(_ bound: Int = 9) -> Int? { maybe { $0.number(bound) } }
  mutating func list<Element>(_ bound: Int, _ make: (inout Self) -> Element) -> [Element] {
    (0..<number(bound)).map { _ in make(&self) }
  }

  mutating func commit() -> WireRecord.Commit {
    .init(
      number: number(99),
      time: .random(in: 0 ... .max, using: &random),
      action: action(),
      origin: maybe {
        .init(file: $0.text(), line: $0.number(99), function: $0.text(), info: $0.text())
      },
      cause: maybe { .init(commit: $0.pick(1..<99), effect: $0.optionalText(), run: $0.number()) },
      reducing: maybe { Int64($0.number(9_999)) },
      reducers: maybe { random in
        random.list(3) {
          .init(id: $0.text(), changes: $0.optionalNumber(), path: $0.maybe { $0.path() })
        }
      },
      changes: list(5) { $0.change() },
      omittedChanges: number(2),
      changesAreUnknown: flag(),
      count: pick(1..<4),
      reply: optionalNumber(99),
      note: optionalText()
    )
  }

  mutating func record() -> WireRecord {
    switch number(20) {
    case 0: .hello(hello())
    case 1:
      .state(
        .init(number: number(), state: tree(), note: optionalText(), reply: optionalNumber())
      )
    case 2: .effect(effect())
    case 3:
      .dropped(.init(count: number(), from: number(), to: number(), reply: optionalNumber()))
    case 4: .bye(.init(reason: optionalText()))
    case 5:
      .welcome(
        .init(version: .one, longestRecord: number(99_999), capabilities: flag() ? [.history] : [])
      )
    case 6: .dispatch(.init(request: number(), action: action()))
    case 7: .restore(.init(request: number(), to: target()))
    case 8: .pause(.init(request: number()))
    case 9: .resume(.init(request: number()))
    case 10: .snapshot(.init(request: number()))
    case 11: .error(.init(message: text(), reply: optionalNumber()))
    case 12: .problem(.init(message: text()))
    case 13: .history(history())
    case 14:
      .page(
        .init(reply: number(), last: optionalNumber(99), hasMore: flag(), isShortened: flag())
      )
    case 15: .disconnected(.init(isOrderly: flag()))
    case 16: .diagnostic(diagnostic())
    case 17: .question(question())
    case 18:
      .answer(
        .init(reply: number(), app: text(), hasEnded: flag(), lines: list(3) { .string($0.text()) })
      )
    case 19: .reads(reads())
    default: .commit(commit())
    }
  }

  private mutating func hello() -> WireRecord.Hello {
    .init(
      versions: WireVersion(1)...WireVersion(pick(1..<4)),
      role: flag() ? .program : .viewer,
      name: text(),
      processID: pick(1..<99_999),
      store: optionalText(),
      stateType: optionalText(),
      capabilities: flag() ? [.dispatch, .init(rawValue: "fly")] : [],
      accepts: list(3) { $0.text() },
      examples: Tree.Object(list(2) { .init(key: $0.text(), value: $0.tree()) }),
      lastCommit: number(),
      notes: list(3) { $0.text() },
      reply: optionalNumber()
    )
  }

  private mutating func effect() -> WireRecord.Effect {
    .init(
      event: WireRecord.Effect.Event.allCases[number(4)],
      effect: text(),
      run: number(),
      commit: maybe { $0.pick(1..<9) },
      time: Int64(number()),
      duration: maybe { Int64($0.number()) },
      error: optionalText(),
      reply: optionalNumber()
    )
  }

  private mutating func history() -> WireRecord.History {
    .init(
      request: number(),
      after: optionalNumber(99),
      through: optionalNumber(99),
      limit: maybe { $0.pick(1..<99) },
      includesState: flag()
    )
  }

  private mutating func diagnostic() -> WireRecord.Diagnostic {
    .init(
      number: number(),
      id: text(),
      time: Int64(number()),
      count: number(),
      commit: optionalNumber(),
      effect: optionalText(),
      run: optionalNumber(),
      position: optionalText(),
      cause: text(),
      cure: optionalText() ?? "",
      reply: optionalNumber()
    )
  }

  private mutating func question() -> WireRecord.Question {
    .init(
      request: number(),
      app: optionalText(),
      store: optionalText(),
      ask: text(),
      path: optionalText(),
      at: optionalNumber(99),
      from: optionalNumber(99),
      to: optionalNumber(99),
      layout: maybe { random in
        .init(
          columns: random.maybe { $0.pick(1..<99) },
          isColored: random.flag(),
          isFull: random.flag(),
          isPlotted: random.flag()
        )
      }
    )
  }

  private mutating func reads() -> WireRecord.Reads {
    .init(
      number: number(99),
      reads: list(4) { random in
        .init(
          kind: random.text(),
          name: random.text(),
          position: random.optionalText(),
          runs: random.number(),
          changes: random.number(),
          forced: random.number(3),
          duration: Int64(random.number()),
          isUncompared: random.flag(),
          readsWholeState: random.flag(),
          unequatable: random.list(3) { .init(name: $0.text()) }
        )
      },
      omitted: number(3),
      reply: optionalNumber()
    )
  }

  private mutating func target() -> WireRecord.Restore.Target {
    switch number(3) {
    case 0: .number(number())
    case 1: .state(tree())
    default: .without(list(4) { $0.number(99) })
    }
  }
}
