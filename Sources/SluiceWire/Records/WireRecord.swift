/// The content of one line.
///
/// The grammar is in the documentation, on the page “The wire”. A record is passed on and held by many, and
/// a commit has a dozen references: kept behind one, it is copied at the cost of one.
package indirect enum WireRecord: Hashable, Sendable {
  case hello(Hello)
  case state(State)
  case commit(Commit)
  case effect(Effect)
  case diagnostic(Diagnostic)
  case reads(Reads)
  case dropped(Dropped)
  case bye(Bye)
  case welcome(Welcome)
  case dispatch(Dispatch)
  case restore(Restore)
  /// Requests that a program send no commits until `resume`; those in between are `dropped`.
  case pause(Request)
  /// Requests that a program send commits again, after a `state`.
  case resume(Request)
  /// Requests a program's whole state; answered by a `state`.
  case snapshot(Request)
  case question(Question)
  case answer(Answer)
  case error(Failure)
  case problem(Problem)
  case disconnected(Disconnected)
  case live(Live)
  case mark(Mark)
  /// A record of a later version; to be skipped.
  case unknown(type: String)
}

/// What all kinds of records have in common.
protocol WireRecordContent: Hashable, Sendable {
  init(from reader: RecordReader) throws(WireError)

  /// Writes all fields to the object that is open.
  func writeFields(to writer: inout RecordWriter)
}
