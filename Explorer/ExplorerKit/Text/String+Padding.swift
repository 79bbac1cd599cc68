extension String {
  /// At least so many characters, with spaces behind.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// At least so many characters, with spaces in front.
  func paddedFront(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
