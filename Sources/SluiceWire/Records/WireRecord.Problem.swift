extension WireRecord {
  /// A fault that the hub reports to viewers, of a program or of an unidentified peer.
  package struct Problem: FieldedRecord {
    package var message: String

    package init(message: String) {
      self.message = message
    }

    static var blank: Self { Self(message: "") }

    mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
      try coder.field("message", &message)
    }
  }
}
