extension WireRecord {
  /// Requests that a program send commits again, after a `state`.
  package struct Resume: WireRecordContent, FieldedRecord {
    static let type = "resume"

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
