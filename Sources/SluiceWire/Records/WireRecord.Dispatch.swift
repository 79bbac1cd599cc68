extension WireRecord {
  /// Requests a dispatch of an action; answered by the resulting commit.
  package struct Dispatch: FieldedRecord {
    /// The sender's number for this command, for the reply.
    package var request: Int
    package var action: Action

    package init(request: Int, action: Action) {
      self.request = request
      self.action = action
    }

    static var blank: Self { Self(request: 0, action: .blank) }

    mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
      try coder.field("request", &request)
      try coder.field("action", &action)
    }
  }
}
