import Sluice
import SluiceWire

/// Counts what is held of a program, in pieces, where nobody counted it as it came: that of a session file.
struct TallyCount: Sendable {
  /// The number of commits that are counted between two actions.
  private static let piece = 2_000

  private(set) var tally = Tally(isCounting: true)
  private let label: String
  private let instance: String
  private var position: History.RecordPosition?

  /// Counts a small past at once.
  init(of past: Past) {
    label = past.label
    instance = past.instance
    if past.history.entryCount(after: nil) <= FilterSearch.smallPiece { advance(in: past.history) }
  }

  /// Counts a piece.
  mutating func advance(in history: History) {
    var last = position?.number
    position = history.forEachRecord(after: position, atMost: Self.piece) { record in
      let before = last
      last = record.lastNumber ?? last
      tally.take(record, label, instance, after: before, last, at: nil)
    }
  }

  /// Whether all is counted.
  func isDone(in history: History) -> Bool { position?.number == history.lastNumber }
}

/// More of what is held of a program is counted.
struct TallyAdvanced: Action {
  /// Of the program.
  let instance: String
  let count: TallyCount
}

extension TallyCount {
  /// Counts what is held, a piece at a time.
  static let counting = Feedback<ScreenState, ScreenEnvironment>(
    while: \.watching.isCounting,
    name: "count"
  ) { environment, context in
    while let program = context.state.watching.uncounted, var count = program.past.count {
      await environment.pause()
      try Task.checkCancellation()
      count.advance(in: program.past.history)
      context.send(TallyAdvanced(instance: program.hello.instance, count: count))
    }
  }
}
