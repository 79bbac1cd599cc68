/// All who watch a store, each kind in the order of registration.
///
/// A delivery goes by the observers there were when its turn came: it holds them, and whoever
/// registers meanwhile changes a copy.
@safe
final class Observers: @unchecked Sendable {
  // `@unchecked`: changed under the store's lock while nobody else holds it, like a state's box;
  // hence also the accesses that are not checked for exclusivity.
  @exclusivity(unchecked) var interceptors: ContiguousArray<InterceptorEntry> = [] {
    didSet { unsafe dueInterceptors = Self.entries(of: interceptors) }
  }
  @exclusivity(unchecked) var selections: ContiguousArray<SelectionObserver> = [] {
    didSet { unsafe dueSelections = Self.entries(of: selections) }
  }
  @exclusivity(unchecked) var effects = EffectRoutes.none {
    didSet { unsafe dueEffects = effects.isEmpty ? nil : .passUnretained(effects) }
  }

  // Where the entries lie: a delivery holds this object, and this object the arrays, which stay where
  // they are until they are changed. Going through the arrays would retain each at each delivery.
  @exclusivity(unchecked) private var dueInterceptors = unsafe UnsafeBufferPointer<InterceptorEntry>
    .none
  @exclusivity(unchecked) private var dueSelections = unsafe UnsafeBufferPointer<SelectionObserver>
    .none
  @exclusivity(unchecked) private var dueEffects: Unmanaged<EffectRoutes>?

  var hasEffects: Bool { unsafe dueEffects != nil }
  var hasInterceptors: Bool { unsafe !dueInterceptors.isEmpty }
  var hasSelections: Bool { unsafe !dueSelections.isEmpty }

  private static func entries<Entry>(
    of array: ContiguousArray<Entry>
  ) -> UnsafeBufferPointer<Entry> {
    unsafe array.withUnsafeBufferPointer { unsafe $0 }
  }

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
    unsafe Self.forEach(dueSelections, due: ticket) { $0.receive(box, version) }
  }

  /// Tells every interceptor something, in order.
  func forEachInterceptor(due ticket: Int, _ tell: (InterceptorEntry) -> Void) {
    unsafe Self.forEach(dueInterceptors, due: ticket, tell)
  }

  /// Sets off the effects that a commit concerns.
  func setOffEffects(_ record: CommitRecord, ticket: Int, in engine: Engine) {
    guard let dueEffects = unsafe dueEffects else { return }
    unsafe dueEffects._withUnsafeGuaranteedRef { $0.receive(record, ticket: ticket, in: engine) }
  }

  /// Unretained: two reference counts for each entry would cost more than the rest of it.
  @inline(__always)
  private static func forEach<Entry: Registration>(
    _ entries: UnsafeBufferPointer<Entry>,
    due ticket: Int,
    _ tell: (Entry) -> Void
  ) {
    for index in entries.indices {
      unsafe Unmanaged.passUnretained(entries[index])._withUnsafeGuaranteedRef { entry in
        if entry.isDue(ticket) { tell(entry) }
      }
    }
  }
}

extension UnsafeBufferPointer {
  fileprivate static var none: Self { unsafe Self(start: nil, count: 0) }
}
