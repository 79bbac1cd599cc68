extension WireRecord {
  /// Notifies viewers that a program's connection has ended.
  package struct Disconnected: FieldedRecord {
    /// Whether the program sent `bye`.
    package var isOrderly: Bool

    package init(isOrderly: Bool) {
      self.isOrderly = isOrderly
    }

    static var blank: Self { Self(isOrderly: false) }

    mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
      try coder.field("orderly", &isOrderly)
    }
  }
}
