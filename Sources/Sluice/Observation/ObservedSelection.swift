public import Observation
import Synchronization

/// A selected value for the main actor's code to observe: SwiftUI, `withObservationTracking`,
/// `Observations`.
///
/// ```swift
/// let count = store.observed(visibleCount)
/// withObservationTracking { label.text = "\(count.value)" } onChange: { … }
/// for await value in Observations({ count.value }) { print(value) }
/// ```
///
/// Those who read ``value`` are told when the selected value changes, and not when something else in
/// the state does; on the main actor, at once where the dispatch is there already. Changes that come
/// while the main actor is busy are told as one. It observes nothing until it is read first, keeps
/// neither the store nor itself alive, and ends when it is released.
@MainActor
public class ObservedSelection<Value: Sendable>: Observable {
  /// What is observed.
  public nonisolated final let selection: Selection<Value>

  private final let registrar = ObservationRegistrar()
  private final var token: SelectionToken?

  nonisolated init(_ selection: Selection<Value>) {
    self.selection = selection
  }

  /// The value now.
  ///
  /// That of the store, not of the last notification: it includes every action whose `dispatch` has
  /// returned.
  public var value: Value {
    if token == nil { observe() }
    registrar.access(self, keyPath: \.value)
    return selection.value
  }

  private final func observe() {
    let bell = Bell { [weak self] in self?.announce() }
    token = selection.observe(on: nil) { _ in bell.ring() }
    bell.arm()
  }

  private final func announce() {
    // The value has changed before: observers read it when they get to it, and then the newest.
    registrar.withMutation(of: self, keyPath: \.value) {}
  }
}

/// Lets the main actor know that something happened, once for all that happened until it gets to
/// it.
private final class Bell: Sendable {
  private let onRing: @MainActor () -> Void
  /// Whether the main actor will get to it.
  ///
  /// Before the bell is armed it need not: who arms it reads the value afterwards.
  private let isRinging = Atomic<Bool>(true)

  init(onRing: @escaping @MainActor () -> Void) {
    self.onRing = onRing
  }

  func arm() {
    // Acquires what was told until now, for those who read afterwards.
    _ = isRinging.exchange(false, ordering: .acquiringAndReleasing)
  }

  func ring() {
    if isRinging.exchange(true, ordering: .acquiringAndReleasing) { return }
    MainActor.shared.runImmediately { _ in
      MainActor.assumeIsolated {
        self.arm()
        self.onRing()
      }
    }
  }
}
