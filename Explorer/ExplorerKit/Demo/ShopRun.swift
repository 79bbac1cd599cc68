import Sluice
import SluiceMonitor
import SluiceSocket
import Synchronization

/// The demo's shop at work, in tasks of its own, watched as any other program's store is.
final class ShopRun: Sendable {
  private final class Outcome: Sendable {
    let closing: ShopClosing

    init(_ closing: ShopClosing) {
      self.closing = closing
    }
  }

  /// The number of customers on a day that ends.
  private static let customers = 4

  /// Wakes its readers when the shop has closed and said goodbye.
  let done: WakePipe
  private let outcome = AtomicLazyReference<Outcome>()
  private let shop: Shop
  private let interceptor: ExplorerInterceptor<ShopState>

  /// Opens the shop.
  ///
  /// - Parameter endpoint: Where it is watched. An Explorer that listens there already sees everything.
  init(_ settings: Settings, pace: ShopPace, endpoint: Endpoint) throws(SocketError) {
    done = try WakePipe()
    shop = Shop(seed: settings.seed, pace: pace)
    interceptor = ExplorerInterceptor(name: "Shop", endpoint: endpoint.description) {
      $0.isEnabled = true
      $0.overflow = .wait(upTo: .seconds(5))
      $0.allowsRestore = true
      $0.acceptedActions = [Ask.self, PaymentRefused.self, Shipped.self]
    }
    shop.store.register(interceptor: interceptor)
    // Commits before the connection would be sent without their changes.
    interceptor.flush()
    let customers = settings.isForever ? nil : Self.customers
    let seed = settings.seed
    Task {
      var day = ShopDay(shop: shop, seed: seed, pace: pace)
      let closing = await day.run(customers: customers)
      sayGoodbye()
      _ = outcome.storeIfNil(Outcome(closing))
      done.wake()
    }
  }

  /// The totals of the day; `nil` until it ends.
  var closing: ShopClosing? { outcome.load()?.closing }

  /// Serves no further customer.
  ///
  /// Callable from any thread.
  func close() {
    shop.close()
  }

  private func sayGoodbye() {
    shop.store.unregisterInterceptors(ofType: ExplorerInterceptor<ShopState>.self)
    interceptor.flush(timeout: .seconds(2))
  }
}
