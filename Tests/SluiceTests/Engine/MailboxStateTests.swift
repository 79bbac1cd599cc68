import Sluice
import TestSupport
import Testing

@testable import SluiceCore
@testable import SluiceEffects
@testable import SluiceFeatures

/// Every short sequence of what can happen to a mailbox.
@Suite(.inTurn) struct MailboxStateTests {
  private enum Event: CaseIterable {
    case postOnActor, postElsewhere, postFirstOnActor, runJob, step, stepOutOfTime
  }

  /// A mailbox, and what its threads and jobs do as the state machine says.
  ///
  /// A single thread: it posts in one task, and runs the actor's jobs in others.
  private struct Model {
    static let elsewhere = Poster(thread: 4, task: 1)
    static let onActor = Poster(thread: 4, task: 2)

    var state = MailboxState<Int>()
    var posted = 0
    var received: [Int] = []
    /// The jobs that are enqueued to drain the mailbox.
    var jobs = 0
    var isDraining = false
    var events: [Event] = []

    /// Returns whether the event is possible.
    mutating func apply(_ event: Event) -> Bool {
      events.append(event)
      switch event {
      case .postOnActor, .postFirstOnActor:
        let isFirst = event == .postFirstOnActor
        let arrival = state.post(posted, isFirst: isFirst, by: Self.onActor)
        if isDraining {
          // Within a call of a subscriber.
          #expect(arrival == (isFirst ? .receive : .wait), "\(events)")
          if !isFirst { posted += 1 }
        } else {
          posted += 1
          // Whatever the thread posted before: received within this call.
          #expect(arrival == .tryToDrain(count: posted - received.count), "\(events)")
          begin()
        }
      case .postElsewhere:
        // The thread is within a call of a subscriber.
        if isDraining { return false }
        let arrival = state.post(posted, by: Self.elsewhere)
        posted += 1
        if arrival != .wait {
          #expect(arrival == .tryToDrain(count: posted - received.count), "\(events)")
          jobs += 1
        }
      case .runJob:
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
        case .end: isDraining = false
        }
      }
      return true
    }

    private mutating func begin() {
      let begins = [state.begin(4), state.begin(8)]
      #expect(begins == [true, false], "\(events)")
      isDraining = true
    }

    func check() {
      #expect(received == Array(0..<received.count), "\(events)")
      #expect(received.count == posted || isDraining || jobs > 0, "nobody drains after \(events)")
      // Each of them finds something, or the thread went to the actor itself.
      #expect(jobs <= events.count { $0 != .postElsewhere } + 1, "\(events)")
    }

    /// Runs what is pending, after which everything was received.
    mutating func complete() {
      while isDraining || jobs > 0 { if !apply(.step) { _ = apply(.runJob) } }
      #expect(received.count == posted, "\(events)")
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

  @Test func `while a job is pending, each thread and task tries once, and few are remembered`() {
    var state = MailboxState<Int>()
    let posters = (0..<65).map { Poster(thread: UInt($0 % 5) * 4, task: $0) }
    func post(_ index: Int) -> MailboxState<Int>.Arrival { state.post(0, by: posters[index]) }
    let arrivals = (0..<64).map(post)
    #expect(arrivals == (1...64).map { .tryToDrain(count: $0) })
    #expect((0..<64).allSatisfy { post($0) == .wait })
    // The sixty-fifth, after which the others are forgotten.
    #expect(
      [64, 64, 0, 0].map(post) == [.tryToDrain(count: 129), .wait, .tryToDrain(count: 131), .wait]
    )
  }
}
