extension WireRecord {
  /// Requests a dispatch of an action; answered by the resulting commit.
  package struct Dispatch: WireRecordContent, FieldedRecord {
    /// The sender's number for this command, for the reply.
    package var request: Int
    package var action: Action

    package init(request: Int, action: Action) {
      self.request = request
      self.action = action
    }

    package static var blank: Self { Self(request: 0, action: .blank) }

    package mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
      try coder.field("request", &request)
      try coder.field("action", &action)
    }
  }
}
