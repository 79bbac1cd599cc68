import SluiceLocks

/// Turns a middleware or an interceptor on and off while the program runs.
///
/// ```swift
/// let verbose = GateSwitch(isOn: false)
/// store.register(interceptor: PrintInterceptor().gated(by: verbose))
/// verbose.isOn = true
/// ```
public final class GateSwitch: Sendable {
  private let atomicIsOn: Atomic<Bool>

  /// Creates a switch, which is on by default.
  public init(isOn: Bool = true) {
    atomicIsOn = Atomic(isOn)
  }

  /// Whether the gated middleware and interceptors are on.
  ///
  /// Callable from any thread; calls in progress finish as they started.
  public var isOn: Bool {
    get { atomicIsOn.load(ordering: .acquiring) }
    set { atomicIsOn.store(newValue, ordering: .releasing) }
  }
}
