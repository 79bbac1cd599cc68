extension WireRecord {
  /// Requests what a hub holds of a program's past, or of which programs it holds some.
  ///
  /// Answered by the records that were held, each with the request as its `reply`, and a ``Page`` behind
  /// them; or by an `error`. Optional: a hub that answers lists it in its `welcome`.
  package struct History: WireRecordContent {
    static let type = "history"

    /// The sender's number for this command, for the reply.
    package var request: Int
    /// The commit behind which the answer begins; `nil` for the oldest that is held.
    package var after: Int?
    /// The last commit of the answer; `nil` for the last one that is held.
    package var through: Int?
    /// The maximum number of commits in the answer, which may have fewer.
    package var limit: Int?
    /// Whether the answer begins with a state.
    ///
    /// An answer from the oldest commit does in any case.
    package var includesState: Bool

    package init(
      request: Int,
      after: Int? = nil,
      through: Int? = nil,
      limit: Int? = nil,
      includesState: Bool = false
    ) {
      self.request = request
      self.after = after
      self.through = through
      self.limit = limit
      self.includesState = includesState
    }

    init(from reader: RecordReader) throws(WireError) {
      request = try reader.number("request")
      after = try reader.optionalNumber("after")
      through = try reader.optionalNumber("through")
      limit = try reader.optionalNumber("limit", in: 1...WireNumber.maximum)
      includesState = try reader.optionalBool("state") ?? false
    }

    func write(to writer: inout RecordWriter) {
      writer.write("request", request)
      writer.write(ifPresent: after, "after")
      writer.write(ifPresent: through, "through")
      writer.write(ifPresent: limit, "limit")
      if includesState { writer.write("state", true) }
    }
  }
}
