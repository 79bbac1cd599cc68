import SluiceCore

/// The registered effects, and what can be said of all of them.
///
/// Used with the store's lock held.
struct RegisteredEffects {
  typealias Group = RegistrationTable<String, Int, EffectEntry>.Group

  private var table = RegistrationTable<String, Int, EffectEntry>()
  /// The number of entries of each ``Effect``, which its entries retain.
  private var effectCounts: [ObjectIdentifier: Int] = [:]

  var isEmpty: Bool { table.isEmpty }

  /// All entries, in order; sorted once after each change.
  var entries: ContiguousArray<EffectEntry> { mutating get { table.elements } }

  /// Returns whether effects are registered under an id.
  func contains(id: String) -> Bool { table.contains(id) }

  /// Returns whether the effect of an entry is registered at another place, too.
  func hasTwice(_ entry: EffectEntry) -> Bool {
    entry.registration.effect.map { effectCounts[ObjectIdentifier($0), default: 0] > 1 } == true
  }

  mutating func add(_ entry: EffectEntry) {
    table.add(entry, id: entry.registration.id, registration: entry.registration.number)
    count(entry, 1)
  }

  mutating func remove(_ group: Group) -> [EffectEntry] {
    let removed = table.remove(group)
    for entry in removed { count(entry, -1) }
    return removed
  }

  private mutating func count(_ entry: EffectEntry, _ difference: Int) {
    guard let effect = entry.registration.effect else { return }
    let id = ObjectIdentifier(effect)
    let count = effectCounts[id, default: 0] + difference
    assert(count >= 0)
    effectCounts[id] = count == 0 ? nil : count
  }
}
