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

  mutating func commit() -> WireRecord.Commit {
    .init(
      number: pick(0..<99),
      time: .random(in: 0 ... .max, using: &random),
      action: action(),
      origin: maybe {
        .init(file: $0.text(), line: $0.pick(0..<99), function: $0.text(), info: $0.text())
      },
      cause: maybe {
        .init(commit: $0.pick(1..<99), effect: $0.maybe { $0.text() }, run: $0.pick(0..<9))
      },
      reducing: maybe { Int64($0.pick(0..<9_999)) },
      reducers: maybe { random in
        (0..<random.pick(0..<3)).map { _ in
          .init(
            id: random.text(),
            changes: random.maybe { $0.pick(0..<9) },
            path: random.maybe { $0.path() }
          )
        }
      },
      changes: (0..<pick(0..<5)).map { _ in change() },
      omittedChanges: pick(0..<2),
      changesAreUnknown: pick(0..<2) == 0,
      count: pick(1..<4),
      reply: maybe { $0.pick(0..<99) },
      note: maybe { $0.text() }
    )
  }

  mutating func record() -> WireRecord {
    switch pick(0..<22) {
    case 0:
      .hello(
        .init(
          versions: WireVersion(1)...WireVersion(pick(1..<4)),
          role: pick(0..<2) == 0 ? .program : .viewer,
          name: text(),
          processID: pick(1..<99_999),
          store: maybe { $0.text() },
          stateType: maybe { $0.text() },
          capabilities: pick(0..<2) == 0 ? [.dispatch, .init(rawValue: "fly")] : [],
          accepts: (0..<pick(0..<3)).map { _ in text() },
          examples: Tree.Object((0..<pick(0..<2)).map { _ in .init(key: text(), value: tree()) }),
          lastCommit: pick(0..<9),
          notes: (0..<pick(0..<3)).map { _ in text() },
          reply: maybe { $0.pick(0..<9) }
        )
      )
    case 1:
      .state(
        .init(
          number: pick(0..<9),
          state: tree(),
          note: maybe { $0.text() },
          reply: maybe { $0.pick(0..<9) }
        )
      )
    case 2:
      .effect(
        .init(
          event: WireRecord.Effect.Event.allCases[pick(0..<4)],
          effect: text(),
          run: pick(0..<9),
          commit: maybe { $0.pick(1..<9) },
          time: Int64(pick(0..<9)),
          duration: maybe { Int64($0.pick(0..<9)) },
          error: maybe { $0.text() },
          reply: maybe { $0.pick(0..<9) }
        )
      )
    case 3:
      .dropped(
        .init(
          count: pick(0..<9),
          from: pick(0..<9),
          to: pick(0..<9),
          reply: maybe { $0.pick(0..<9) }
        )
      )
    case 17:
      .diagnostic(
        .init(
          number: pick(0..<9),
          id: text(),
          time: Int64(pick(0..<9)),
          count: pick(0..<9),
          commit: maybe { $0.pick(0..<9) },
          effect: maybe { $0.text() },
          run: maybe { $0.pick(0..<9) },
          position: maybe { $0.text() },
          cause: text(),
          cure: maybe { $0.text() } ?? "",
          reply: maybe { $0.pick(0..<9) }
        )
      )
    case 4: .bye(.init(reason: maybe { $0.text() }))
    case 5:
      .welcome(
        .init(
          version: .one,
          longestRecord: pick(0..<99_999),
          capabilities: pick(0..<2) == 0 ? [.history] : []
        )
      )
    case 6: .dispatch(.init(request: pick(0..<9), action: action()))
    case 7:
      .restore(.init(request: pick(0..<9), to: target()))
    case 8: .pause(.init(request: pick(0..<9)))
    case 9: .resume(.init(request: pick(0..<9)))
    case 10: .snapshot(.init(request: pick(0..<9)))
    case 11: .error(.init(message: text(), reply: maybe { $0.pick(0..<9) }))
    case 12: .problem(.init(message: text()))
    case 13:
      .history(
        .init(
          request: pick(0..<9),
          after: maybe { $0.pick(0..<99) },
          through: maybe { $0.pick(0..<99) },
          limit: maybe { $0.pick(1..<99) },
          includesState: pick(0..<2) == 0
        )
      )
    case 14:
      .page(
        .init(
          reply: pick(0..<9),
          last: maybe { $0.pick(0..<99) },
          hasMore: pick(0..<2) == 0,
          isShortened: pick(0..<2) == 0
        )
      )
    case 15: .disconnected(.init(isOrderly: pick(0..<2) == 0))
    case 18:
      .question(
        .init(
          request: pick(0..<9),
          app: maybe { $0.text() },
          store: maybe { $0.text() },
          ask: text(),
          path: maybe { $0.text() },
          at: maybe { $0.pick(0..<99) },
          from: maybe { $0.pick(0..<99) },
          to: maybe { $0.pick(0..<99) },
          layout: maybe { random in
            .init(
              columns: random.maybe { $0.pick(1..<99) },
              isColored: random.pick(0..<2) == 0,
              isFull: random.pick(0..<2) == 0,
              isPlotted: random.pick(0..<2) == 0
            )
          }
        )
      )
    case 19:
      .answer(
        .init(
          reply: pick(0..<9),
          app: text(),
          hasEnded: pick(0..<2) == 0,
          lines: (0..<pick(0..<3)).map { _ in .string(text()) }
        )
      )
    case 20: .reads(reads())
    default: .commit(commit())
    }
  }

  private mutating func reads() -> WireRecord.Reads {
    WireRecord.Reads(
      number: pick(0..<99),
      reads: (0..<pick(0..<4)).map { _ in
        WireRecord.Read(
          kind: text(),
          name: text(),
          position: maybe { $0.text() },
          runs: pick(0..<9),
          changes: pick(0..<9),
          forced: pick(0..<3),
          duration: Int64(pick(0..<9)),
          isUncompared: pick(0..<2) == 0,
          readsWholeState: pick(0..<2) == 0,
          unequatable: (0..<pick(0..<3)).map { _ in .init(name: text()) }
        )
      },
      omitted: pick(0..<3),
      reply: maybe { $0.pick(0..<9) }
    )
  }

  private mutating func target() -> WireRecord.Restore.Target {
    switch pick(0..<3) {
    case 0: .number(pick(0..<9))
    case 1: .state(tree())
    default: .without((0..<pick(0..<4)).map { _ in pick(0..<99) })
    }
  }
}
