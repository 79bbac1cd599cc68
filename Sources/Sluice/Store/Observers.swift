/// All who watch a store, each kind in the order of registration.
///
/// A delivery goes by the observers there were when its turn came: it holds them, and whoever
/// registers meanwhile changes a copy.
@safe
final class Observers: @unchecked Sendable {
  // `@unchecked`: changed under the store's lock while nobody else holds it, like a state's box;
  // hence also the accesses that are not checked for exclusivity.
  @exclusivity(unchecked) var interceptors: ContiguousArray<InterceptorEntry> = [] {
    didSet { unsafe hasInterceptors = unsafe !interceptors.isEmpty }
  }
  @exclusivity(unchecked) var selections: ContiguousArray<SelectionObserver> = [] {
    didSet { unsafe hasSelections = unsafe !selections.isEmpty }
  }
  @exclusivity(unchecked) var effects = EffectRoutes.none {
    didSet { unsafe hasEffects = unsafe !effects.isEmpty }
  }

  // Asked at each delivery, and cheaper than a look into the arrays.
  @exclusivity(unchecked) private(set) var hasInterceptors = false
  @exclusivity(unchecked) private(set) var hasSelections = false
  @exclusivity(unchecked) private(set) var hasEffects = false

  /// Nobody.
  ///
  /// Shared by all stores that nobody watches: never changed, because it is never unshared.
  static let none = Observers()

  func copy() -> Observers {
    let copy = Observers()
    unsafe copy.interceptors = unsafe interceptors
    unsafe copy.selections = unsafe selections
    unsafe copy.effects = unsafe effects
    return copy
  }

  /// Asks every selection, in order, whether its value changed.
  func select(from box: AnyStateBox, version: Int, ticket: Int) {
    unsafe Self.forEach(selections, due: ticket) { $0.receive(box, version) }
  }

  /// Tells every interceptor something, in order.
  func forEachInterceptor(due ticket: Int, _ tell: (InterceptorEntry) -> Void) {
    unsafe Self.forEach(interceptors, due: ticket, tell)
  }

  /// Unretained and through the buffer: this object holds them for the whole loop, and two reference
  /// counts for each would cost more than the rest of it.
  @inline(__always)
  private static func forEach<Entry: Registration>(
    _ entries: ContiguousArray<Entry>,
    due ticket: Int,
    _ tell: (Entry) -> Void
  ) {
    unsafe entries.withUnsafeBufferPointer { entries in
      for index in entries.indices {
        unsafe Unmanaged.passUnretained(entries[index])._withUnsafeGuaranteedRef { entry in
          if entry.isDue(ticket) { tell(entry) }
        }
      }
    }
  }
}
