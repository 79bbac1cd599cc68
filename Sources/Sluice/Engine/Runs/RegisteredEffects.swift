/// The registered effects, in order; adding one takes constant time.
///
/// Used with the store's lock held.
struct RegisteredEffects {
  private(set) var entries: ContiguousArray<EffectEntry> = []
  /// Whether runs of some effect retain the state.
  private(set) var retainsStates = false
  /// Whether some action cancels some effect.
  private(set) var hasCancellers = false
  /// The number of entries with each registration id.
  private var idCounts: [String: Int] = [:]
  /// The number of entries of each ``Effect``, which its entries retain.
  private var effectCounts: [ObjectIdentifier: Int] = [:]

  /// Returns whether effects are registered under an id.
  func contains(id: String) -> Bool { idCounts[id] != nil }

  /// Returns whether the effect of an entry is registered at another place, too.
  func hasTwice(_ entry: EffectEntry) -> Bool {
    entry.place.effect.map { effectCounts[ObjectIdentifier($0), default: 0] > 1 } == true
  }

  mutating func add(_ new: some Sequence<EffectEntry>) {
    for entry in new {
      entries.append(entry)
      retainsStates = retainsStates || entry.settings.retainsState
      hasCancellers = hasCancellers || !entry.cancellers.isEmpty
      idCounts[entry.registrationID, default: 0] += 1
      if let effect = entry.place.effect { effectCounts[ObjectIdentifier(effect), default: 0] += 1 }
    }
  }

  /// Removes some entries, in time proportional to the number of all; the caller retains them.
  mutating func remove(where isRemoved: (EffectEntry) -> Bool) {
    let remaining = entries.filter { !isRemoved($0) }
    self = RegisteredEffects()
    add(remaining)
  }
}
