#if canImport(SwiftUI)
  public import Sluice
  public import SwiftUI

  // `Sluice.Selector` throughout: where SwiftUI is imported, `Selector` is Objective-C's as well.

  /// A selected value in a view, which is redrawn when the value changes, and not when the rest of
  /// the state does.
  ///
  /// ```swift
  /// struct ClearButton: View {
  ///   @StoreValue(store, Selectors.canClear) private var canClear
  ///
  ///   var body: some View {
  ///     Button("Clear") { store.dispatch(action: Clear()) }.disabled(!canClear)
  ///   }
  /// }
  /// ```
  ///
  /// Like a `State`, it keeps the store with which its view first appeared.
  @propertyWrapper
  public struct StoreValue<Value: Sendable>: DynamicProperty {
    @State private var observed: ObservedSelection<Value>

    /// Shows a selector's value in a store, or in a projection of one.
    public init<Source: StoreProtocol>(
      _ store: Source,
      _ selector: Sluice.Selector<Source.State, Value>
    ) {
      _observed = State(initialValue: store.observed(selector))
    }

    /// Shows an equatable part of a store's state, or of a projection's.
    public init<Source: StoreProtocol>(
      _ store: Source,
      _ keyPath: any KeyPath<Source.State, Value> & Sendable
    ) where Value: Equatable {
      _observed = State(initialValue: store.observed(keyPath))
    }

    /// The current value.
    @MainActor public var wrappedValue: Value { observed.value }

    /// The observed selection, for `onReceive`, `task` and the like.
    @MainActor public var projectedValue: Selection<Value> { observed.selection }
  }
#endif
