import Synchronization

/// Turns a middleware or an interceptor on and off while the program runs.
///
/// ```swift
/// let verbose = GateSwitch(isOn: false)
/// store.register(interceptor: PrintInterceptor().gated(by: verbose))
/// verbose.isOn = true
/// ```
public final class GateSwitch: Sendable {
  private let atomicIsOn: Atomic<Bool>

  /// Makes a switch, which is on unless told otherwise.
  public init(isOn: Bool = true) {
    atomicIsOn = Atomic(isOn)
  }

  /// Whether what it gates is on.
  ///
  /// Callable from any thread; what is under way goes on as it began.
  public var isOn: Bool {
    get { atomicIsOn.load(ordering: .acquiring) }
    set { atomicIsOn.store(newValue, ordering: .releasing) }
  }
}
