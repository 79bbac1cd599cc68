/// A hash table keyed by type: one multiplication and, usually, one probe.
///
/// `Dictionary` hashes with a keyed function that withstands chosen keys, which costs several times
/// as much as a whole dispatch; addresses of metadata can't be chosen. Values are returned
/// unretained: they live as long as the table, which changes only under the store's lock.
@usableFromInline
@safe
final class TypeTable<Value: AnyObject> {
  /// A value retained by the table; `nil` with key 0 if the slot is empty.
  @usableFromInline typealias Slot = (key: UInt, value: Unmanaged<Value>?)

  private var count = 0
  // The store's lock excludes every other access.
  @usableFromInline @exclusivity(unchecked) private(set) var slots: UnsafeMutablePointer<Slot>
  @usableFromInline @safe @exclusivity(unchecked) private(set) var mask: Int
  @usableFromInline @safe @exclusivity(unchecked) private(set) var shift: UInt64

  init() {
    unsafe slots = Self.makeSlots(8)
    mask = 7
    shift = 64 - 3
  }

  deinit {
    for index in 0...(mask) { unsafe slots[index].value?.release() }
    unsafe slots.deallocate()
  }

  @inlinable
  func value(for type: ObjectIdentifier) -> Unmanaged<Value>? {
    let key = UInt(bitPattern: type)
    var index = Self.home(of: key, shift: shift)
    while true {
      assert(index <= mask)
      let slot = unsafe slots[index]
      if unsafe slot.key == key { return unsafe slot.value }
      if unsafe slot.key == 0 { return nil }
      index = (index + 1) & mask
    }
  }

  func insert(_ value: Value, for type: ObjectIdentifier) -> Unmanaged<Value> {
    // At most half full, so that a search soon reaches an empty slot.
    if count * 2 > mask { grow() }
    count += 1
    assert(count <= mask, "A search ends at an empty slot.")
    assert(unsafe self.value(for: type) == nil)
    let retained = unsafe Unmanaged.passRetained(value)
    unsafe put(retained, UInt(bitPattern: type))
    return unsafe retained
  }

  /// Fibonacci hashing: multiplied by 2⁶⁴/φ, the upper bits spread evenly (Knuth, TAOCP 6.4).
  @inlinable
  static func home(of key: UInt, shift: UInt64) -> Int {
    Int(truncatingIfNeeded: (UInt64(key) &* 0x9E37_79B9_7F4A_7C15) >> shift)
  }

  private func put(_ value: Unmanaged<Value>, _ key: UInt) {
    assert(key != 0)
    var index = Self.home(of: key, shift: shift)
    while unsafe slots[index].key != 0 { index = (index + 1) & mask }
    unsafe slots[index] = unsafe (key, value)
  }

  private func grow() {
    let old = unsafe slots
    let oldCount = mask + 1
    unsafe slots = Self.makeSlots(oldCount * 2)
    mask = oldCount * 2 - 1
    shift -= 1
    for index in 0..<oldCount {
      if let value = unsafe old[index].value { unsafe put(value, old[index].key) }
    }
    assert(1 << (64 - shift) == mask + 1)
    unsafe old.deallocate()
  }

  private static func makeSlots(_ count: Int) -> UnsafeMutablePointer<Slot> {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: count)
    unsafe slots.initialize(repeating: (0, nil), count: count)
    return unsafe slots
  }
}

extension TypeTable where Value == ActionRoute {
  /// An empty table, shared by stores that haven't dispatched yet; never changed.
  nonisolated(unsafe) static let none = TypeTable()
}
