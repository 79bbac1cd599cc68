extension WireRecord {
  /// Requests that a program send no commits until `resume`; those in between are `dropped`.
  package struct Pause: WireRecordContent, FieldedRecord {
    static let type = "pause"

    /// The sender's number for this command, for the reply.
    package var request: Int

    package init(request: Int) {
      self.request = request
    }

    package static var blank: Self { Self(request: 0) }

    package mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
      try coder.field("request", &request)
    }
  }
}
