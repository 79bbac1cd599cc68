/// A point in the order of deliveries.
final class DeliveryMark: Delivery, @unchecked Sendable {
  // `@unchecked`: as the superclass.
  private let reached: @Sendable () -> Void

  init(_ reached: @escaping @Sendable () -> Void) {
    self.reached = reached
    super.init()
  }

  override func notify(_ observers: Observers) { reached() }
}

extension StateSource {
  /// Calls a closure once every earlier commit has been delivered, on the thread that delivers.
  ///
  /// - Returns: The number of the last earlier commit. `nil` if the closure won't be called: if the
  ///   store is closed, or the calling thread is within a delivery, which must end first.
  package func markDelivery(_ reached: @escaping @Sendable () -> Void) -> Int? {
    let held = engine.enter("flush(timeout:)")
    guard !engine.isClosed, engine.role.thread != held.thread else {
      engine.leave(held)
      return nil
    }
    let number = engine.number
    engine.enqueue(DeliveryMark(reached), held)
    engine.leaveAndDeliver(held)
    return number
  }
}
