/// A call of the store's, or a lock, that lasts until another thread has done its work.
package struct HeldCall: Sendable {
  private let begun = Gate()
  private let mayEnd = Gate()

  package init() {}

  /// Within the call: waits until the work is done.
  package func hold() {
    begun.open()
    mayEnd.wait()
  }

  /// Runs on one thread what leads to the call, and on another one the work while the call lasts.
  package func run(
    _ call: @escaping @Sendable () -> Void,
    meanwhile work: @escaping @Sendable () -> Void
  ) async {
    await Threads.run(2) { index in
      if index == 0 { return call() }
      begun.wait()
      work()
      mayEnd.open()
    }
  }
}
