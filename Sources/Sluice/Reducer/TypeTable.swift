/// A hash table from a type to its list of handlers: one multiplication and, mostly, one probe.
///
/// `Dictionary` hashes with a keyed function made to withstand chosen keys, at a price that is
/// several times that of a whole dispatch; addresses of metadata are nobody's to choose.
/// A class, so that a look-up under the store's lock retains nothing.
@usableFromInline
@safe
final class TypeTable {
  @usableFromInline typealias Slot = (key: UInt, list: AnyHandlerList?)

  private var count = 0
  @usableFromInline private(set) var slots: UnsafeMutableBufferPointer<Slot>
  @usableFromInline private(set) var shift: UInt64

  init() {
    unsafe slots = Self.makeSlots(16)
    shift = 64 - 4
  }

  deinit {
    unsafe slots.deinitialize().deallocate()
  }

  @inlinable
  func list(for type: ObjectIdentifier) -> AnyHandlerList? {
    let key = UInt(bitPattern: type)
    var index = Self.home(of: key, shift: shift)
    while true {
      let slot = unsafe slots[index]
      if slot.key == key { return slot.list }
      if slot.key == 0 { return nil }
      index = unsafe (index + 1) & (slots.count - 1)
    }
  }

  func insert(_ list: AnyHandlerList, for type: ObjectIdentifier) {
    // At most half full: a search soon meets an empty slot.
    if unsafe count * 2 >= slots.count { grow() }
    count += 1
    put(list, UInt(bitPattern: type))
  }

  /// Fibonacci hashing: multiplied by 2⁶⁴/φ, the upper bits spread evenly (Knuth, TAOCP 6.4).
  @inlinable
  static func home(of key: UInt, shift: UInt64) -> Int {
    Int(truncatingIfNeeded: (UInt64(key) &* 0x9E37_79B9_7F4A_7C15) >> shift)
  }

  private func put(_ list: AnyHandlerList, _ key: UInt) {
    var index = Self.home(of: key, shift: shift)
    while unsafe slots[index].key != 0 { index = unsafe (index + 1) & (slots.count - 1) }
    unsafe slots[index] = (key, list)
  }

  private func grow() {
    let old = unsafe slots
    unsafe slots = Self.makeSlots(old.count * 2)
    shift -= 1
    for index in old.indices {
      let (key, list) = unsafe old[index]
      if let list { put(list, key) }
    }
    unsafe old.deinitialize().deallocate()
  }

  private static func makeSlots(_ count: Int) -> UnsafeMutableBufferPointer<Slot> {
    let slots = UnsafeMutableBufferPointer<Slot>.allocate(capacity: count)
    unsafe slots.initialize(repeating: (0, nil))
    return unsafe slots
  }
}
