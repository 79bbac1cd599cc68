import ExplorerKit
import SluiceTree
import SluiceWire

extension Row {
  /// An Explorer's screen: drawing it, and following a program that never rests.
  static var screen: [Row] {
    frameRows + takingRows + typingRows
  }

  /// A frame, from the state to the bytes.
  private static var frameRows: [Row] {
    [
      frame("nothing changed", draws: false) { screen, _ in screen.press("\u{7F}") },
      frame("the cursor moved") { screen, number in
        screen.press(number.isMultiple(of: 2) ? "k" : "j")
      },
      frame("a number changed", key: " ") { screen, number in
        screen.take([BusyProgram.commit(BusyProgram.held + 1 + number)])
      },
      frame("a commit came, and everything moved") { screen, number in
        screen.take([BusyProgram.commit(BusyProgram.held + 1 + number)])
      },
      frame("a commit came, and everything moved, in Korean", name: "세다 🙂 é") { screen, number in
        screen.take([BusyProgram.commit(BusyProgram.held + 1 + number, name: "세다 🙂 é")])
      },
    ] + paneRows
  }

  /// A frame in which the pane follows, too.
  private static var paneRows: [Row] {
    let panes: [(key: Character, name: String)] = [
      ("1", "the commit"), ("2", "the state"), ("3", "the runs"),
    ]
    return panes.map { key, name in
      frame("a commit came, and the pane shows \(name)", key: key) { screen, number in
        screen.take([BusyProgram.commit(BusyProgram.held + 1 + number)])
      }
    }
  }

  private static func frame(
    _ what: String,
    name: String = "Count",
    key: Character? = nil,
    draws: Bool = true,
    _ change: @escaping (ScreenProbe, Int) -> Void
  ) -> Row {
    Row("screen, a frame of 200 × 50: \(what)", goal: .nanoseconds(atMost: 1_000_000)) {
      let screen = BusyProgram.screen(of: BusyProgram.held, name: name)
      if let key { screen.press(key) }
      consume(screen.frame())
      var number = 0
      return Subject { count in
        for _ in 0..<count {
          change(screen, number)
          consume(screen.frame())
          number += 1
        }
      } check: { _ in
        change(screen, number)
        try expect("frames", screen.frame() > 0 ? 1 : 0, is: draws ? 1 : 0)
      }
    }
  }

  /// Taking in what came since the last frame, with more and more commits held.
  private static var takingRows: [Row] {
    [1_000, 10_000, 100_000].map { held in
      Row("screen, a commit of a frame's 800, \(held) held", parts: 800) {
        let screen = BusyProgram.screen(of: held, keeping: held)
        var number = held
        return Subject { count in
          for _ in 0..<count {
            screen.take((1...800).map { BusyProgram.commit(number + $0) })
            number += 800
            consume(screen.frame())
          }
        } check: { _ in
          try expect("last commit", screen.lastNumber ?? -1, is: number)
        }
      }
    }
  }

  /// The whole program, on a terminal.
  private static var typingRows: [Row] {
    let name = "screen, 50,000 commits a second"
    return [
      typing("\(name), from a key to bytes, 50th percentile", "ms", goal: nil) {
        $0.delay(percentile: 50)
      },
      // Of fewer keys it would be the worst one.
      typing("\(name), from a key to bytes, 99th percentile", "ms", goal: 10, keys: 500) {
        $0.delay(percentile: 99)
      },
      typing(
        "\(name) and a search, from a key to bytes, 99th percentile",
        "ms",
        goal: 10,
        commits: 100_000,
        keys: 500,
        asks: true
      ) { $0.delay(percentile: 99) },
      typing("\(name), none left out", "µs a commit", goal: 21) {
        $0.seconds * 1_000_000 / Double($0.commits)
      },
      typing("screen, 100,000 commits held", "MiB", goal: 150, commits: 100_000) { $0.memory },
    ]
  }

  private static func typing(
    _ name: String,
    _ unit: String,
    goal: Double?,
    commits: Int = 0,
    keys: Int = 0,
    asks: Bool = false,
    _ amount: @escaping (TypingLoad.Report) -> Double?
  ) -> Row {
    Row(name, unit: unit, goal: goal.map { .amount(atMost: $0, unit: unit) }) { effort in
      let time = effort.roundTime * effort.rounds
      return amount(try TypingLoad.run(for: time, commits: commits, keys: keys, asks: asks))
    }
  }
}

/// A program with fifty counters.
private enum BusyProgram {
  static let held = 20_000
  private static let counters = (0..<50).map { id -> Tree in
    ["id": .integer(Int64(id)), "count": 0]
  }

  /// A screen that has heard of commits.
  static func screen(
    of count: Int,
    keeping limit: Int = 100_000,
    name: String = "Count"
  ) -> ScreenProbe {
    let screen = ScreenProbe(columns: 200, rows: 50, keeping: limit)
    screen.take([.state(.init(number: 0, state: ["counters": .array(counters)]))])
    screen.take((1...count).map { commit($0, name: name) })
    return screen
  }

  static func commit(_ number: Int, name: String = "Count") -> WireRecord {
    let (pass, place) = (number - 1).quotientAndRemainder(dividingBy: counters.count)
    let change = TreeChange.set(
      ["counters", .index(place), "count"],
      old: .integer(Int64(pass)),
      new: .integer(Int64(pass + 1))
    )
    return .commit(
      .init(
        number: number,
        time: Int64(number) * 20,
        action: .init(
          type: name,
          payload: ["id": .integer(Int64(place)), "note": .string("\(name) \(number)")]
        ),
        origin: .init(file: "App/Counters.swift", line: 12, function: "count()"),
        changes: [change]
      )
    )
  }
}
