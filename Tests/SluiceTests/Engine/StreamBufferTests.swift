import TestSupport
import Testing

@testable import Sluice

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
    var endCount = 0

    mutating func apply(_ event: Event) {
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
        case .end: endCount += 1
        }
      case .finish:
        done += buffer.finish()
        isFinished = true
        endCount += waiterCount
        waiterCount = 0
      }
    }
  }

  @Test func `items are given in order, and each is done once`() {
    func visit(_ model: Model, _ events: [Event]) {
      #expect(model.given == Array(0..<model.given.count), "\(events)")
      #expect(Set(model.done).count == model.done.count, "\(events)")
      #expect(model.done.allSatisfy { $0 < model.appended }, "\(events)")
      #expect(model.waiterCount == 0 || model.given.count == model.appended, "\(events)")
      if model.isFinished { #expect(model.done.count == model.appended, "\(events)") }
      if model.waiterCount > 0 && events.last == .request {
        #expect(model.done.count == model.appended, "in hand while nobody reads: \(events)")
      }
      if events.count == 8 { return }
      for event in Event.allCases {
        var next = model
        next.apply(event)
        visit(next, events + [event])
      }
    }
    visit(Model(), [])
  }
}
