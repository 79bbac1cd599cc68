extension WireRecord {
  /// The end of an answer to `history`.
  package struct Page: WireRecordContent {
    static let type = "page"

    /// The request that it answers.
    package var reply: Int
    /// The last commit of this page, behind which the next one begins; `nil` if nothing is held.
    package var last: Int?
    /// Whether the request is not answered in full: ask for what follows on ``last``.
    package var hasMore: Bool
    /// Whether older commits were held and no longer are.
    package var isShortened: Bool

    package init(reply: Int, last: Int? = nil, hasMore: Bool = false, isShortened: Bool = false) {
      self.reply = reply
      self.last = last
      self.hasMore = hasMore
      self.isShortened = isShortened
    }

    init(from reader: RecordReader) throws(WireError) {
      reply = try reader.number("reply")
      last = try reader.optionalNumber("last")
      hasMore = try reader.optionalBool("more") ?? false
      isShortened = try reader.optionalBool("shortened") ?? false
    }

    func write(to writer: inout RecordWriter) {
      writer.write("reply", reply)
      writer.write(ifPresent: last, "last")
      if hasMore { writer.write("more", true) }
      if isShortened { writer.write("shortened", true) }
    }
  }
}
