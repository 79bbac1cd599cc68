import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Races of work that a later action makes obsolete.
extension PlantedRace {
  private struct Search: Equatable, Sendable {
    var query = ""
    var results = ""
    var isLeft = false
  }
  private struct Typed: Action { let text: String }
  private struct Found: Action { let text: String }
  private struct Left: Action {}

  private static let search = Reducer<Search>(
    ReduceOn(Typed.self) { $0.query = $1.text },
    ReduceOn(Found.self) { $0.results = $1.text },
    ReduceOn(Left.self) { state, _ in state = Search(isLeft: true) }
  )

  private static var searching: ActionEffect<Void, Typed> {
    Effect<Void>.on(Typed.self) { action, _ in
      await answering()
      return Found(text: action.text)
    }
  }

  static let staleAnswer = PlantedRace("stale answer") { isMended in
    let effect = isMended ? searching.overlap(.latest) : searching
    try await withProgram(Search(), search, [effect]) { store in
      store.dispatch(action: Typed(text: "s"))
      await someTime()
      store.dispatch(action: Typed(text: "sw"))
      await store.clock.run()
      #expect(store.currentState.results == "sw")
    }
  }

  static let answerAfterLogOut = PlantedRace("answer after log-out") { isMended in
    let effect = isMended ? searching.cancelled(by: Left.self) : searching
    try await withProgram(Search(), search, [effect]) { store in
      store.dispatch(action: Typed(text: "my secrets"))
      await someTime()
      store.dispatch(action: Left())
      await store.clock.run()
      #expect(store.currentState == Search(isLeft: true))
    }
  }

  private struct Download: Sendable {
    var id: Int?
    var isStopped = false
  }
  private struct Start: Action {}
  private struct Began: Action { let id: Int }
  private struct Stop: Action {}

  static let lostCancellation = PlantedRace("lost cancellation") { isMended in
    let downloads = Shared<Set<Int>>([])
    let reducer = Reducer<Download>(
      ReduceOn(Began.self) { $0.id = $1.id },
      ReduceOn(Stop.self) { state, _ in state.isStopped = true }
    )
    let start = Effect<Void>.on(Start.self) { _, _ in
      await answering()
      downloads.change { _ = $0.insert(7) }
      return Began(id: 7)
    }
    // Can't stop what has no id yet.
    let stop = Effect<Void>.on(Stop.self).seeing(Download.self).run { _, _, context in
      if let id = context.state.id { downloads.change { _ = $0.remove(id) } }
    }
    let stopLate = Effect<Void>.on(Began.self).seeing(Download.self).run { action, _, context in
      if context.state.isStopped { downloads.change { _ = $0.remove(action.id) } }
    }
    let effects: [Effect<Void>] = isMended ? [start, stop, stopLate] : [start, stop]
    try await withProgram(Download(), reducer, effects) { store in
      store.dispatch(action: Start())
      await someTime()
      store.dispatch(action: Stop())
      await store.clock.run()
      #expect(downloads.value == [])
    }
  }

  private struct Upload: Sendable {
    var isCancelled = false
    var isUploadedAnyway = false
  }
  private struct Send: Action {}
  private struct Sent: Action {}
  private struct Cancel: Action {}
  private struct Aborted: Error {}

  static let retryAgainstCancel = PlantedRace("retry against cancel") { isMended in
    let aborts = Shared(0)
    let reducer = Reducer<Upload>(
      ReduceOn(Sent.self) { state, _ in state.isUploadedAnyway = state.isCancelled },
      ReduceOn(Cancel.self) { state, _ in state.isCancelled = true }
    )
    let send = Effect<Void>.on(Send.self) { _, _ in
      let before = aborts.value
      await answering()
      if aborts.value != before { throw Aborted() }
      return Sent()
    }
    .retry(attempts: 3)
    let abort = Effect<Void>.on(Cancel.self).map { _, _ -> (any Action)? in
      aborts.change { $0 += 1 }
      return nil
    }
    let effects: [Effect<Void>] = [isMended ? send.cancelled(by: Cancel.self) : send, abort]
    try await withProgram(Upload(), reducer, effects) { store in
      store.dispatch(action: Send())
      await someTime()
      store.dispatch(action: Cancel())
      await store.clock.run()
      #expect(!store.currentState.isUploadedAnyway)
    }
  }

  private struct Feed: Sendable { var total = 0 }
  private struct Opened: Action {}
  private struct Closed: Action {}
  private struct Came: Action { let amount: Int }

  static let streamThatEndsEarly = PlantedRace("a stream that ends early") { isMended in
    let (amounts, source) = AsyncStream.makeStream(of: Int.self)
    let reducer = Reducer<Feed>(ReduceOn(Came.self) { $0.total += $1.amount })
    let read = Effect<Void>.on(Opened.self).run { _, _, context in
      for await amount in amounts { context.send(Came(amount: amount)) }
    }
    try await withProgram(
      Feed(),
      reducer,
      [isMended ? read : read.cancelled(by: Closed.self)]
    ) { store in
      store.dispatch(action: Opened())
      for amount in [1, 2, 4] {
        source.yield(amount)
        await Task.yield()
      }
      source.finish()
      await someTime()
      store.dispatch(action: Closed())
      await store.clock.run()
      #expect(store.currentState.total == 7)
    }
  }
}
