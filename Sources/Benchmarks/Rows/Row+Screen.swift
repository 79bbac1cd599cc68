import ExplorerKit
import SluiceTree
import SluiceWire

extension Row {
  /// An Explorer's screen: drawing it, and following a program that never rests.
  static var screen: [Row] {
    [
      Row("screen, a frame of 200 × 50", goal: .nanoseconds(atMost: 1_000_000)) {
        let screen = busyScreen()
        var isUp = true
        return Subject { count in
          for _ in 0..<count {
            screen.press(isUp ? "k" : "j")
            isUp.toggle()
            consume(screen.frame())
          }
        } check: { _ in
          screen.press("k")
          try expect("bytes", screen.frame() > 0 ? 1 : 0, is: 1)
        }
      },
      // What a key waits for at most: the commits of one frame, and the frame with them.
      Row(
        "screen, a key while 50000 commits a second arrive",
        goal: .nanoseconds(atMost: 20_000_000)
      ) {
        let screen = busyScreen()
        let frame = 50_000 / 60
        var number = ScreenLoad.held
        return Subject { count in
          for _ in 0..<count {
            screen.take((1...frame).map { ScreenLoad.commit(number + $0) })
            number += frame
            screen.press("3")
            consume(screen.frame())
          }
        } check: { _ in
          try expect("last commit", screen.lastNumber ?? -1, is: number)
        }
      },
    ]
  }

  private static func busyScreen() -> ScreenProbe {
    let screen = ScreenProbe(columns: 200, rows: 50)
    screen.take([.state(.init(number: 0, state: ["counters": .array(ScreenLoad.counters)]))])
    screen.take((1...ScreenLoad.held).map(ScreenLoad.commit))
    return screen
  }
}

/// A program with fifty counters.
private enum ScreenLoad {
  static let held = 20_000
  static let counters = (0..<50).map { id -> Tree in ["id": .integer(Int64(id)), "count": 0] }

  static func commit(_ number: Int) -> WireRecord {
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
        action: .init(type: "Count", payload: ["id": .integer(Int64(place))]),
        origin: .init(file: "App/Counters.swift", line: 12, function: "count()"),
        changes: [change]
      )
    )
  }
}
