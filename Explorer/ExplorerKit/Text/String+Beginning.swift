extension String {
  /// The first scalars, and an “…” if there are more.
  func beginning(_ limit: Int) -> String {
    guard utf8.count > limit, unicodeScalars.count > limit else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.prefix(limit))) + "…"
  }
}
