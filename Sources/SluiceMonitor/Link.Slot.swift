extension Link {
  /// A value of the program's that is replaced under the lock.
  ///
  /// The only way to replace it returns the old value, for the caller to release after unlocking.
  struct Slot<Value> {
    private(set) var value: Value?

    mutating func exchange(_ new: Value?) -> Value? {
      defer { value = new }
      return value
    }
  }
}
