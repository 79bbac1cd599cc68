import TestSupport
import Testing

@testable import ExplorerKit

/// When the loop draws, and when it has to wake for that.
@Suite(.inTurn) struct FrameTimerTests {
  private static let start = ContinuousClock.now

  private static func at(_ milliseconds: Int) -> ContinuousClock.Instant {
    start + .milliseconds(milliseconds)
  }

  /// A timer whose first frame is drawn.
  private static func timer() -> FrameTimer {
    var timer = FrameTimer(at: start)
    let isDrawn = timer.draws(at: start, isAwaited: false)
    #expect(isDrawn)
    return timer
  }

  @Test func `a frame is drawn once`() {
    var timer = Self.timer()
    func draws() -> Bool { timer.draws(at: Self.at(1), isAwaited: false) }
    #expect(!draws())
    timer.need()
    #expect(draws() && !draws())
    #expect(timer.deadline(hasNews: false, isBlocked: false) == nil)
  }

  @Test func `a key's frame waits for the pane, and not for long`() {
    for (isAwaited, milliseconds, isDrawn) in [
      (false, 0, true), (true, 0, false), (true, 5, false), (true, 6, true),
    ] {
      var timer = Self.timer()
      timer.noteInput(at: Self.start)
      let draws = timer.draws(at: Self.at(milliseconds), isAwaited: isAwaited)
      #expect(draws == isDrawn)
      let deadline = timer.deadline(hasNews: false, isBlocked: false)
      #expect(deadline == (isDrawn ? nil : Self.at(6)))
      // Nothing wakes the loop for a frame that can't be drawn.
      #expect(timer.deadline(hasNews: false, isBlocked: true) == nil)
    }
  }

  @Test func `what comes is shown once a frame, and more that is found is drawn then`() {
    var timer = Self.timer()
    func shows(_ hasNews: Bool, after milliseconds: Int) -> Bool {
      timer.showsNews(hasNews, at: Self.at(milliseconds))
    }
    #expect(!shows(false, after: 0))
    #expect(shows(true, after: 0))
    #expect(timer.deadline(hasNews: true, isBlocked: true) == Self.at(16))
    #expect(!shows(true, after: 15))
    #expect(shows(true, after: 16))
    var draws = timer.draws(at: Self.at(16), isAwaited: true)
    #expect(draws)
    timer.noteProgress()
    draws = timer.draws(at: Self.at(17), isAwaited: false)
    #expect(!draws && timer.deadline(hasNews: false, isBlocked: false) == Self.at(32))
    #expect(!shows(false, after: 31))
    #expect(shows(false, after: 32) && !shows(false, after: 64))
    draws = timer.draws(at: Self.at(64), isAwaited: false)
    #expect(draws)
    #expect(timer.deadline(hasNews: false, isBlocked: false) == nil)
  }
}
