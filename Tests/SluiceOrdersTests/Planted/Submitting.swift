import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Races of two things that change the same.
extension PlantedRace {
  private struct Order: Sendable { var isDone = false }
  private struct Submit: Action {}
  private struct Submitted: Action {}

  static let doubleSubmit = PlantedRace("double submit") { isMended in
    let orders = Shared(0)
    let reducer = Reducer<Order>(ReduceOn(Submitted.self) { state, _ in state.isDone = true })
    let submit = Effect<Void>.on(Submit.self) { _, _ in
      await answering()
      orders.change { $0 += 1 }
      return Submitted()
    }
    try await withProgram(Order(), reducer, [isMended ? submit.overlap(.first) : submit]) { store in
      store.dispatch(action: Submit())
      await someTime()
      // The button is there as long as nothing is done.
      if !store.currentState.isDone { store.dispatch(action: Submit()) }
      await store.clock.run()
      #expect(orders.value == 1)
    }
  }

  private actor Account {
    private(set) var balance = 100
    private let isMended: Bool

    init(isMended: Bool) { self.isMended = isMended }

    func withdraw(_ amount: Int) async {
      guard balance >= amount else { return }
      await answering()
      if isMended, balance < amount { return }
      balance -= amount
    }
  }
  private struct Withdraw: Action { let amount: Int }

  static let reentrantActor = PlantedRace("actor re-entrance between two awaits") { isMended in
    let account = Account(isMended: isMended)
    let withdraw = Effect<Void>.on(Withdraw.self).run { action, _ in
      await account.withdraw(action.amount)
    }
    try await withProgram(0, Reducer<Int>(), [withdraw]) { store in
      store.dispatch(action: Withdraw(amount: 80))
      await someTime()
      store.dispatch(action: Withdraw(amount: 80))
      await store.clock.run()
      #expect(await account.balance == 20)
    }
  }

  private struct Post: Sendable { var isLiked = false }
  private struct Like: Action { let isLiked: Bool }
  private struct Replied: Action { let isLiked: Bool }

  static let lateReply = PlantedRace("optimistic update undone by a late reply") { isMended in
    let reducer = Reducer<Post>(
      ReduceOn(Like.self) { $0.isLiked = $1.isLiked },
      ReduceOn(Replied.self) { $0.isLiked = $1.isLiked }
    )
    let like = Effect<Void>.on(Like.self) { action, _ in
      await answering()
      return Replied(isLiked: action.isLiked)
    }
    try await withProgram(Post(), reducer, [isMended ? like.overlap(.latest) : like]) { store in
      store.dispatch(action: Like(isLiked: true))
      await someTime()
      store.dispatch(action: Like(isLiked: false))
      await store.clock.run()
      #expect(!store.currentState.isLiked)
    }
  }

  private struct Counter: Sendable { var count = 0 }
  private struct Add: Action {}
  private struct SetCount: Action { let count: Int }

  static let stateBeforeAwait = PlantedRace("context.state before and after an await") { isMended in
    let reducer = Reducer<Counter>(ReduceOn(SetCount.self) { $0.count = $1.count })
    let add = Effect<Void>.on(Add.self).seeing(Counter.self).run { _, _, context in
      let early = context.state.count
      await answering()
      context.send(SetCount(count: (isMended ? context.state.count : early) + 1))
    }
    try await withProgram(Counter(), reducer, [add]) { store in
      store.dispatch(action: Add())
      await someTime()
      store.dispatch(action: Add())
      await store.clock.run()
      #expect(store.currentState.count == 2)
    }
  }
}
