extension WireRecord {
  /// A command that is all said by its kind: `pause`, `resume` or `snapshot`.
  package struct Request: FieldedRecord {
    /// The sender's number for this command, for the reply.
    package var request: Int

    package init(request: Int) {
      self.request = request
    }

    static var blank: Self { Self(request: 0) }

    mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
      try coder.field("request", &request)
    }
  }
}
