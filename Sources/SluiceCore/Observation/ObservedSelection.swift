public import Observation
import SluiceLocks

/// A selected value that code on the main actor observes, with SwiftUI, `withObservationTracking`
/// or `Observations`.
///
/// ```swift
/// let count = store.observed(visibleCount)
/// withObservationTracking { label.text = "\(count.value)" } onChange: { … }
/// for await value in Observations({ count.value }) { print(value) }
/// ```
///
/// Notifies readers of ``value`` when the selected value changes, and not when the rest of the
/// state does; on the main actor, synchronously if the dispatch is on it. Changes made while the
/// main actor is busy are delivered as one. It observes nothing until first read, retains neither
/// the store nor itself, and ends when it is released.
///
/// All values of one store that code on the main actor reads so, between two suspensions or own
/// dispatches, are of one commit. Until the code suspends, the state that it reads is retained.
@MainActor
public class ObservedSelection<Value: Sendable>: Observable {
  /// The observed selection.
  public nonisolated final let selection: Selection<Value>

  private final let registrar = ObservationRegistrar()
  private final var token: SelectionToken?

  nonisolated init(_ selection: Selection<Value>) {
    self.selection = selection
  }

  /// The value in the state that the main actor's code reads at the moment.
  ///
  /// Includes every action that this code has dispatched, and what others dispatched before it was
  /// last resumed. For the store's newest value, read ``Selection/value``.
  public var value: Value {
    let core = selection.core
    let (box, version) = core.picture.state(of: core)
    if token == nil {
      observe()
      // A change between the state and the first value delivered is not delivered.
      if core.latestVersion != version { Task { [weak self] in self?.announce() } }
    }
    registrar.access(self, keyPath: \.value)
    return selection.read(box, version)
  }

  private final func observe() {
    let signal = ChangeSignal { [weak self] in self?.announce() }
    token = selection.observe(on: nil, at: SubscriptionSite(kind: .observation)) { _ in
      signal.send()
    }
    signal.arm()
  }

  private final func announce() {
    selection.core.picture.end()
    // The value has already changed: observers read the newest one when they run.
    registrar.withMutation(of: self, keyPath: \.value) {}
  }
}

extension Selection {
  /// Returns this selection's value for code on the main actor to observe.
  ///
  /// Each call creates a new object; retain it for as long as you observe it.
  public func observed() -> ObservedSelection<Value> { ObservedSelection(self) }
}

/// Notifies the main actor, once for all events before it runs.
private final class ChangeSignal: Sendable {
  private let onSend: @MainActor () -> Void
  /// Whether a notification is pending.
  ///
  /// Before the signal is armed none is needed: the code that arms it reads the value afterwards.
  private let isPending = Atomic<Bool>(true)

  init(onSend: @escaping @MainActor () -> Void) {
    self.onSend = onSend
  }

  func arm() {
    // Acquires everything delivered so far, for later reads.
    _ = isPending.exchange(false, ordering: .acquiringAndReleasing)
  }

  func send() {
    if isPending.exchange(true, ordering: .acquiringAndReleasing) { return }
    MainActor.shared.runImmediately { _ in
      MainActor.assumeIsolated {
        self.arm()
        self.onSend()
      }
    }
  }
}
