import Sluice
import SluiceTesting
import TestSupport
import Testing

extension Holder {
  /// Where those who observe values hold something.
  static let observers: [Holder] = [
    Holder("the closure of a sink that ends while others are notified") { scene in
      let ended = Shared<SelectionToken?>(nil)
      let first = scene.store.select(\.count).sink { if $0 == 1 { ended.value = nil } }
      ended.value = scene.sink()
      scene.step(2)
      first.cancel()
    },
    Holder("values that a sink on an actor did not receive") { scene in
      await MainActor.run {
        let token = scene.store.select(\.comparableGuest).sink { @MainActor _ in }
        let isDone = Gate()
        Task.detached {
          for _ in 0..<10 { scene.invite() }
          scene.dismiss()
          isDone.open()
        }
        isDone.wait()
        token.cancel()
      }
    },
    Holder("the last value of a sink", atOnce: true, [.sinkGuests, .invite, .invite, .dismiss]),
    Holder("the last value of a cancelled sink", [.sinkGuests, .invite, .cancelSinks, .dismiss]),
    Holder("values that wait until the first one was delivered") { scene in
      let isFirst = Shared(true)
      let token = scene.store.select(\.comparableGuest).sink { [unowned scene] _ in
        guard isFirst.exchange(false) else { return }
        for _ in 0..<5 { scene.invite() }
        scene.dismiss()
      }
      token.cancel()
    },
    Holder("values that an iterator has not read") { scene in
      var iterator: Selection<Guest?>.Iterator? = scene.store.select(\.comparableGuest)
        .buffering(.all).makeAsyncIterator()
      for _ in 0..<5 { scene.invite() }
      _ = await iterator?.next()
      iterator = nil
      scene.dismiss()
    },
    Holder("values that an iterator passes over") { scene in
      var iterator = scene.store.select(\.comparableGuest).makeAsyncIterator()
      for _ in 0..<5 { scene.invite() }
      _ = await iterator.next()
      scene.dismiss()
      _ = await iterator.next()
    },
    Holder("the closure of a subscriber that was freed") { scene in
      do {
        let subscriber = Shared(0)
        let hold = scene.holding()
        scene.store.select(\.count).subscribe(weak: subscriber) { _, _ in hold() }
      }
      scene.step()
    },
    Holder("a token that an action holds") { scene in
      struct Keep: Action { let token: SelectionToken }
      scene.watch()
      scene.store.register(effect: .on(Keep.self).run { _, _ in }.debounce(for: .seconds(1)))
      for _ in 0..<3 { scene.store.dispatch(action: Keep(token: scene.sink())) }
      scene.step()
      await scene.clock.advance(by: .seconds(1))
    },
  ]
}
