/// An object whose life can be watched.
package final class Witness: Sendable, Equatable {
  private let onDeinit: @Sendable () -> Void

  package init(onDeinit: @escaping @Sendable () -> Void = {}) { self.onDeinit = onDeinit }

  package static func == (one: Witness, other: Witness) -> Bool { one === other }

  /// Does nothing: a closure that calls it holds the object.
  package func stay() { withExtendedLifetime(self) {} }

  deinit { onDeinit() }
}
