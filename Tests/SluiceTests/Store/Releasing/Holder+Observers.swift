import Sluice
import SluiceTesting
import TestSupport
import Testing

extension Holder {
  /// Where those who observe values hold something.
  static let observers: [Holder] = [
    Holder("the closure of a sink that is cancelled") { scene in
      let token = scene.store.select(\.count).sink { [hold = scene.holding()] _ in hold() }
      scene.step()
      token.cancel()
    },
    Holder("the closure of a sink whose token is released") { scene in
      var token: SelectionToken? = scene.store.select(\.count).sink { [hold = scene.holding()] _ in
        hold()
      }
      scene.step()
      withExtendedLifetime(token) {}
      token = nil
    },
    Holder("the closure of a sink that ends itself") { scene in
      let tokens = Shared<[SelectionToken]>([])
      let hold = Shared<(@Sendable () -> Void)?>(scene.holding())
      let token = scene.store.select(\.count).sink { [hold = hold.value] count in
        hold?()
        if count == 1 { tokens.value = [] }
      }
      hold.value = nil
      tokens.value = [token]
      _ = consume token
      scene.step()
      scene.step()
    },
    Holder("the closure of a sink that ends while others are notified") { scene in
      let ended = Shared<SelectionToken?>(nil)
      let first = scene.store.select(\.count).sink { count in if count == 1 { ended.value = nil } }
      ended.value = scene.store.select(\.count).sink { [hold = scene.holding()] _ in hold() }
      scene.step(2)
      first.cancel()
    },
    Holder("the closure of a sink on an actor") { scene in
      let seen = Log<Int>()
      var token: SelectionToken? = scene.store.select(\.count).sink {
        @MainActor [hold = scene.holding()] count in
        hold()
        seen.append(count)
      }
      scene.step()
      try await seen.wait(for: 1)
      withExtendedLifetime(token) {}
      token = nil
    },
    Holder("values that a sink on an actor did not receive") { scene in
      await MainActor.run {
        let token = scene.store.select(\.comparableGuest).sink { @MainActor _ in }
        DispatchedElsewhere.wait {
          for _ in 0..<10 { scene.invite() }
          scene.store.restore(nil, at: \.guest)
        }
        token.cancel()
      }
    },
    Holder("the last value that a sink received") { scene in
      let token = scene.store.select(\.comparableGuest).sink { _ in }
      let changes = scene.store.select(\.comparableGuest).changes.sink { _ in }
      scene.invite()
      scene.invite()
      scene.store.restore(nil, at: \.guest)
      token.cancel()
      changes.cancel()
      try scene.expectAllInState()
    },
    Holder("the last value of a sink that is cancelled") { scene in
      let token = scene.store.select(\.comparableGuest).sink { _ in }
      let changes = scene.store.select(\.comparableGuest).changes.sink { _ in }
      scene.invite()
      token.cancel()
      changes.cancel()
      scene.store.restore(nil, at: \.guest)
    },
    Holder("values that wait until the first one was delivered") { scene in
      let tokens = Shared<[SelectionToken]>([])
      let isFirst = Shared(true)
      let token = scene.store.select(\.comparableGuest).sink { [unowned scene] _ in
        guard isFirst.exchange(false) else { return }
        for _ in 0..<5 { scene.invite() }
        scene.store.restore(nil, at: \.guest)
      }
      tokens.value = [token]
      token.cancel()
    },
    Holder("values that an iterator has not read") { scene in
      var iterator: Selection<Guest?>.Iterator? = scene.store.select(\.comparableGuest)
        .buffering(.all).makeAsyncIterator()
      for _ in 0..<5 { scene.invite() }
      _ = await iterator?.next()
      iterator = nil
      scene.store.restore(nil, at: \.guest)
    },
    Holder("values that an iterator passes over") { scene in
      var iterator = scene.store.select(\.comparableGuest).makeAsyncIterator()
      for _ in 0..<5 { scene.invite() }
      _ = await iterator.next()
      scene.store.restore(nil, at: \.guest)
      _ = await iterator.next()
    },
    Holder("the closure of a subscriber that was freed") { scene in
      do {
        let subscriber = Shared(0)
        scene.store.select(\.count).subscribe(weak: subscriber) {
          [hold = scene.holding()] _, _ in hold()
        }
      }
      scene.step()
    },
    Holder("a token that an action holds") { scene in
      struct Keep: Action { let token: SelectionToken }
      scene.watch()
      scene.store.register(effect: .on(Keep.self) { _, _ in }.debounce(for: .seconds(1)))
      for _ in 0..<3 {
        scene.store.dispatch(
          action: Keep(
            token: scene.store.select(\.count).sink { [hold = scene.holding()] _ in hold() }
          )
        )
      }
      scene.step()
      await scene.clock.advance(by: .seconds(1))
    },
    Holder("a token that a closure of an effect holds") { scene in
      let registration: StoreRegistration
      do {
        let token = scene.store.select(\.count).sink { [hold = scene.holding()] _ in hold() }
        registration = scene.store.register(
          effect: .map(Step.self) { _ in
            withExtendedLifetime(token) {}
            return nil
          }
        )
      }
      scene.step()
      registration.unregister()
    },
  ]
}

/// Work on a thread of its own, for which this thread waits.
enum DispatchedElsewhere {
  static func wait(_ work: @escaping @Sendable () -> Void) {
    let isDone = Gate()
    Task.detached {
      work()
      isDone.open()
    }
    isDone.wait()
  }
}
