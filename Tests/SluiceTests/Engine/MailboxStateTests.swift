import TestSupport
import Testing

@testable import Sluice

/// Every short sequence of what can happen to a mailbox.
@Suite(.inTurn) struct MailboxStateTests {
  private enum Event: CaseIterable {
    case postOnActor, postElsewhere, runJob, step, stepOutOfTime, finish, close
  }

  /// A mailbox, and what its threads and jobs do as the state machine says.
  private struct Model {
    var state = MailboxState<Int, Void>()
    var posted = 0
    var received: [Int] = []
    var dropped: [Int] = []
    /// The jobs that are enqueued to drain the mailbox.
    var jobs = 0
    var isDraining = false
    var isClosed = false
    var mustEnd = false
    var hasEnded = false
    var events: [Event] = []

    /// Returns whether the event is possible.
    mutating func apply(_ event: Event) -> Bool {
      events.append(event)
      switch event {
      case .postOnActor, .postElsewhere:
        // Nothing is posted after the end, nor on the actor while another thread drains there.
        if mustEnd || event == .postOnActor && isDraining { return false }
        let arrival = state.post(posted, by: event == .postOnActor ? 1 : 2)
        if isClosed {
          #expect(arrival == .drop)
          return true
        }
        posted += 1
        if case .tryToDrain(let count) = arrival {
          #expect(count == posted - received.count - dropped.count)
          if event == .postOnActor { begin() } else { jobs += 1 }
        }
      case .runJob:
        // One job at a time is on the actor.
        if jobs == 0 || isDraining { return false }
        jobs -= 1
        begin()
      case .step, .stepOutOfTime:
        if !isDraining { return false }
        switch state.next(mayYield: event == .stepOutOfTime) {
        case .receive(let value): received.append(value)
        case .yield:
          isDraining = false
          jobs += 1
        case .end(let ending):
          isDraining = false
          if ending != nil { hasEnded = true }
        }
      case .finish:
        if mustEnd { return false }
        mustEnd = true
        if state.finish(()) != nil { hasEnded = true }
      case .close:
        if isClosed { return false }
        isClosed = true
        var values = state.close()
        while let value = values.popFirst() { dropped.append(value) }
      }
      return true
    }

    private mutating func begin() {
      let mayBegin = state.begin()
      #expect(mayBegin != isDraining)
      isDraining = isDraining || mayBegin
    }

    func check() {
      #expect(received + dropped == Array(0..<received.count + dropped.count), "\(events)")
      let isPending = received.count + dropped.count < posted
      #expect(!isPending || isDraining || jobs > 0, "nobody drains after \(events)")
      #expect(!hasEnded || mustEnd && !isPending, "\(events)")
    }

    /// Runs what is pending, after which everything was received and the end has come.
    mutating func complete() {
      while isDraining || jobs > 0 { if !apply(.step) { _ = apply(.runJob) } }
      #expect(received.count + dropped.count == posted, "\(events)")
      #expect(hasEnded == mustEnd, "no end after \(events)")
    }
  }

  @Test func `values are received once, in order, and a thread always drains`() {
    let count = everySequence(of: Event.allCases, upTo: 7, from: Model()) { model, event in
      guard model.apply(event) else { return false }
      model.check()
      var last = model
      last.complete()
      return true
    }
    #expect(count > 5_000)
  }

  @Test func `only a few threads try to drain a mailbox while a job is pending`() {
    var state = MailboxState<Int, Void>()
    let arrivals = (0..<10).map { state.post($0, by: UInt($0)) }
    #expect(arrivals.prefix(8) == (1...8).map { .tryToDrain(count: $0) }[...])
    #expect(arrivals.suffix(2) == [.wait, .wait])
    let begins = [state.begin(), state.begin()]
    #expect(begins == [true, false])
  }
}
