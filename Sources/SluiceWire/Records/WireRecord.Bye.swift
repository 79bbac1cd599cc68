extension WireRecord {
  /// The orderly end of a program's stream.
  package struct Bye: FieldedRecord {
    /// For people.
    package var reason: String?

    package init(reason: String? = nil) {
      self.reason = reason
    }

    static var blank: Self { Self() }

    mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
      try coder.field("reason", &reason)
    }
  }
}
