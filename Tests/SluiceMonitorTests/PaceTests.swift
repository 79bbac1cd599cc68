import TestSupport
import Testing

@testable import SluiceMonitor

/// What the background thread does next, whatever a turn led to.
@Suite(.inTurn)
struct PaceTests {
  private static let start = ContinuousClock.now

  /// A turn at a time, and what follows from it.
  struct Step {
    let milliseconds: Int
    let turn: Pace.Turn
    let next: Pace.Next

    init(_ milliseconds: Int, _ next: Pace.Next, _ change: (inout Pace.Turn) -> Void = { _ in }) {
      self.milliseconds = milliseconds
      self.next = next
      var turn = Pace.Turn()
      change(&turn)
      self.turn = turn
    }
  }

  static let courses: [(name: String, way: Pace.Way, steps: [Step])] = [
    (
      "it expects the next event for a while, then waits for it", .file,
      [
        Step(0, .wait(.polling, atMost: .milliseconds(5))),
        Step(40, .wait(.polling, atMost: .milliseconds(5))) { $0.work = 1 },
        Step(89, .wait(.polling, atMost: .milliseconds(5))), Step(90, .wait(.waiting, atMost: nil)),
      ]
    ),
    (
      "a stream looks more often, also at what a program must answer", .stream,
      [
        Step(0, .wait(.polling, atMost: .milliseconds(1))) { $0.work = 1 },
        Step(50, .wait(.waiting, atMost: nil)),
        Step(50, .wait(.waiting, atMost: .milliseconds(100))) { $0.isExpectant = true },
      ]
    ),
    (
      "what is left and has room is sent at once", .file,
      [Step(0, .again) { $0.mustGoOn = true }]
    ),
    (
      "a full disk is tried again, while events come that can be taken", .file,
      [
        Step(0, .wait(.waiting, atMost: .milliseconds(100))) { $0.isWritten = false },
        Step(9_999, .wait(.waiting, atMost: .milliseconds(100))) { $0.isWritten = false },
      ]
    ),
    (
      "without a file nothing is taken", .file,
      [
        Step(0, .wait(.waiting, atMost: .milliseconds(100), evenIfBusy: true)) {
          $0.isWritten = false
          $0.isBlocked = true
        }
      ]
    ),
    (
      "it ends when all is written", .file,
      [
        Step(0, .again) { $0.isClosing = true },
        Step(9_999, .again) { $0.isClosing = true },
        Step(9_999, .end) {
          $0.isClosing = true
          $0.isOver = true
        },
      ]
    ),
    (
      "at the end a full disk is given some time", .file,
      [
        Step(0, .wait(.waiting, atMost: .milliseconds(100), evenIfBusy: true)) { closing(&$0) },
        Step(4_999, .wait(.waiting, atMost: .milliseconds(100), evenIfBusy: true)) { closing(&$0) },
        Step(5_000, .giveUp) { closing(&$0) },
      ]
    ),
    (
      "and an Explorer that doesn't read, too", .stream,
      [
        Step(0, .wait(.waiting, atMost: .milliseconds(20), evenIfBusy: true)) { closing(&$0) },
        Step(5_000, .giveUp) { closing(&$0) },
      ]
    ),
    (
      "one that reads slowly has no more time", .stream,
      [
        Step(0, .again) {
          $0.isClosing = true
          $0.mustGoOn = true
        },
        Step(5_000, .giveUp) {
          $0.isClosing = true
          $0.mustGoOn = true
        },
      ]
    ),
  ]

  private static func closing(_ turn: inout Pace.Turn) {
    turn.isClosing = true
    turn.isOver = true
    turn.isWritten = false
  }

  @Test(arguments: courses.indices)
  func `each turn leads to the next`(index: Int) {
    let (name, way, steps) = Self.courses[index]
    var pace = Pace(way, now: Self.start)
    for step in steps {
      let now = Self.start + .milliseconds(step.milliseconds)
      #expect(pace.next(after: step.turn, now: now) == step.next, "\(name)")
    }
  }
}
