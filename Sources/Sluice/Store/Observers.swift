/// All who watch a store, each kind in the order of registration.
///
/// A delivery goes by the observers there were when its turn came: it holds them, and whoever
/// registers meanwhile changes a copy.
final class Observers: @unchecked Sendable {
  // `@unchecked`: changed under the store's lock while nobody else holds it, like a state's box.
  var interceptors: ContiguousArray<InterceptorEntry> = []
  var selections: ContiguousArray<SelectionObserver> = []
  var effects = EffectRoutes([])

  var isEmpty: Bool {
    interceptors.isEmpty && selections.isEmpty && effects.entries.isEmpty
  }

  func copy() -> Observers {
    let copy = Observers()
    copy.interceptors = interceptors
    copy.selections = selections
    copy.effects = effects
    return copy
  }

  /// Asks every selection, in order, whether its value changed.
  func select(from box: AnyObject, version: Int, ticket: Int) {
    // Through the buffer and unretained: this object holds them for the whole loop, and two
    // reference counts for each would cost more than the rest of it.
    unsafe selections.withUnsafeBufferPointer { selections in
      for index in selections.indices {
        unsafe Unmanaged.passUnretained(selections[index])._withUnsafeGuaranteedRef { selection in
          if selection.isDue(ticket) { selection.receive(box, version) }
        }
      }
    }
  }
}
