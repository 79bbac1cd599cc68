import TestSupport

extension GoldenText {
  /// The line with its time of day and its date replaced.
  static func normalized(_ line: String) -> String {
    line.replacing(#/^\d\d:\d\d:\d\d\.\d\d\d/#, with: "hh:mm:ss.mmm")
      .replacing(#/^── \d{4}-\d\d-\d\d ──$/#, with: "── yyyy-mm-dd ──")
  }
}
