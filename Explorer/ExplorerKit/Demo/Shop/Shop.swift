import Sluice
import Synchronization

/// The demo's program: a store as any other program's, with what belongs to it.
final class Shop: Sendable {
  let store: Store<ShopState, ShopServices>
  private let subscriptions: [SelectionToken]
  private let isClosing = Atomic(false)

  init(seed: UInt64, pace: ShopPace, clock: any Clock<Duration> = ContinuousClock()) {
    // Another seed than the customers', or the services would draw the same numbers.
    let services = ShopServices(seed: ~seed, pace: pace, clock: clock)
    let store = Store(
      initialState: ShopState(),
      environment: services,
      reducers: ShopReducers.all,
      clock: clock
    )
    store.register(effects: ShopEffects())
    // What fails is part of the show, and shown there.
    store.onEffectFailure = { _ in }
    self.store = store
    subscriptions = [
      store.select(ShopSelectors.deservesGift).sink { [weak store] deserves in
        if deserves { store?.dispatch(action: ShopTemplates.addGift(payload: "spoon")) }
      },
      store.select(ShopSelectors.scarce).sink { [weak store] scarce in
        for product in scarce {
          let goods = ShopTemplates.Goods(product: product, quantity: 10)
          store?.dispatch(action: ShopTemplates.restock(payload: goods))
        }
      },
    ]
  }

  /// Lets no further customer in.
  ///
  /// Callable from any thread.
  func close() {
    isClosing.store(true, ordering: .relaxed)
  }

  var isToClose: Bool { isClosing.load(ordering: .relaxed) }
}
