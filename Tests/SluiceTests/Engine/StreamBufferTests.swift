import Sluice
import TestSupport
import Testing

@testable import SluiceCore
@testable import SluiceEffects
@testable import SluiceFeatures

/// Every short sequence of what can happen to a reader of a stream.
@Suite(.inTurn) struct StreamBufferTests {
  private enum Event: CaseIterable {
    case append, request, finish
  }

  /// A reader, and what counts the items that are not done.
  private struct Model {
    var buffer = StreamBuffer<Int>()
    var appended = 0
    var given: [Int] = []
    var done: [Int] = []
    var waiterCount = 0
    var isFinished = false
    var events: [Event] = []

    mutating func apply(_ event: Event) {
      events.append(event)
      switch event {
      case .append:
        let isAwaited = waiterCount > 0
        let isCounted = buffer.append(appended, isAwaited: isAwaited)
        #expect(isCounted != isFinished)
        guard isCounted else { return }
        if isAwaited {
          waiterCount -= 1
          given.append(appended)
        }
        appended += 1
      case .request:
        done += buffer.putDown()
        switch buffer.take() {
        case .give(let item): given.append(item)
        case .wait: waiterCount += 1
        case .end: break
        }
      case .finish:
        done += buffer.finish()
        isFinished = true
        waiterCount = 0
      }
    }

    func check() {
      #expect(given == Array(0..<given.count), "\(events)")
      #expect(Set(done).count == done.count, "\(events)")
      #expect(done.allSatisfy { $0 < appended }, "\(events)")
      #expect(waiterCount == 0 || given.count == appended, "\(events)")
      if isFinished { #expect(done.count == appended, "\(events)") }
      if waiterCount > 0 && events.last == .request {
        #expect(done.count == appended, "in hand while nobody reads: \(events)")
      }
    }
  }

  @Test func `items are given in order, and each is done once`() {
    everySequence(of: Event.allCases, upTo: 8, from: Model()) { model, event in
      model.apply(event)
      model.check()
      return true
    }
  }
}
