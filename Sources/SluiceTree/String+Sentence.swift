extension String {
  /// The text as a sentence: with a full stop, unless it has its own end.
  ///
  /// For texts of others within a message, such as errors: some end with a full stop, some don't.
  package var sentence: String {
    guard let last, !".!?…".contains(last) else { return self }
    return self + "."
  }
}
