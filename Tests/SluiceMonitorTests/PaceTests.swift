import TestSupport
import Testing

@testable import SluiceMonitor

/// What the background thread does next, whatever a turn led to.
@Suite(.inTurn)
struct PaceTests {
  private static let start = ContinuousClock.now

  /// A turn at a time, in milliseconds, what it is like, and what follows from it.
  typealias Step = (time: Int, turn: Pace.Turn, next: Pace.Next)

  private static func turn(
    work: Int = 0,
    isWritten: Bool = true,
    mustGoOn: Bool = false,
    isExpectant: Bool = false,
    isBlocked: Bool = false,
    isClosing: Bool = false,
    isOver: Bool = false
  ) -> Pace.Turn {
    var turn = Pace.Turn()
    turn.work = work
    turn.isWritten = isWritten
    turn.mustGoOn = mustGoOn
    turn.isExpectant = isExpectant
    turn.isBlocked = isBlocked
    turn.isClosing = isClosing
    turn.isOver = isOver
    return turn
  }

  private static func poll(_ milliseconds: Int) -> Pace.Next {
    .wait(.polling, atMost: .milliseconds(milliseconds))
  }

  private static func retry(_ milliseconds: Int, evenIfBusy: Bool = false) -> Pace.Next {
    .wait(.waiting, atMost: .milliseconds(milliseconds), evenIfBusy: evenIfBusy)
  }

  private static let rest = Pace.Next.wait(.waiting, atMost: nil)
  /// What is left can't be written.
  private static let stuck = turn(isWritten: false, isClosing: true, isOver: true)
  private static let slow = turn(mustGoOn: true, isClosing: true)

  static let courses: [(name: String, way: Pace.Way, steps: [Step])] = [
    (
      "it expects the next event for a while, then waits for it", .file,
      [
        (0, turn(), poll(3)), (40, turn(work: 1), poll(3)), (89, turn(), poll(3)),
        (90, turn(), rest),
      ]
    ),
    (
      "a stream looks more often, also at what a program must answer", .stream,
      [(0, turn(work: 1), poll(1)), (50, turn(), rest), (50, turn(isExpectant: true), retry(100))]
    ),
    ("what is left and has room is sent at once", .file, [(0, turn(mustGoOn: true), .again)]),
    (
      "a full disk is tried again, while events come that can be taken", .file,
      [(0, turn(isWritten: false), retry(100)), (9_999, turn(isWritten: false), retry(100))]
    ),
    (
      "without a file nothing is taken", .file,
      [(0, turn(isWritten: false, isBlocked: true), retry(100, evenIfBusy: true))]
    ),
    (
      "it ends when all is written", .file,
      [
        (0, turn(isClosing: true), .again), (9_999, turn(isClosing: true), .again),
        (9_999, turn(isClosing: true, isOver: true), .end),
      ]
    ),
    (
      "at the end a full disk is given some time", .file,
      [
        (0, stuck, retry(100, evenIfBusy: true)), (4_999, stuck, retry(100, evenIfBusy: true)),
        (5_000, stuck, .giveUp),
      ]
    ),
    (
      "and an Explorer that doesn't read, too", .stream,
      [(0, stuck, retry(20, evenIfBusy: true)), (5_000, stuck, .giveUp)]
    ),
    (
      "one that reads slowly has no more time", .stream,
      [(0, slow, .again), (5_000, slow, .giveUp)]
    ),
  ]

  @Test func `each turn leads to the next`() {
    for (name, way, steps) in Self.courses {
      var pace = Pace(way, now: Self.start)
      for step in steps {
        let next = pace.next(after: step.turn, now: Self.start + .milliseconds(step.time))
        #expect(next == step.next, "\(name)")
      }
    }
  }
}
