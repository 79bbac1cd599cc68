extension WireRecord {
  /// Notifies viewers that a program's connection has ended.
  package struct Disconnected: WireRecordContent, FieldedRecord {
    /// Whether the program sent `bye`.
    package var isOrderly: Bool

    package init(isOrderly: Bool) {
      self.isOrderly = isOrderly
    }

    package static var blank: Self { Self(isOrderly: false) }

    package mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
      try coder.field("orderly", &isOrderly)
    }
  }
}
