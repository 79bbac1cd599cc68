/// What a filter admits of which only the beginning is typed.
extension Filter {
  /// Reads the beginning of a filter.
  ///
  /// A name at the end stands for those that begin with it, unless something has that name: `type:Ad` is `type:Ad*`, and
  /// `changed:cart.to` is `changed:cart.total`. What can't be read yet is left out, from the end.
  ///
  /// - Returns: `nil` if that is all.
  static func preview(of text: String, from vocabulary: FilterCompletion.Vocabulary) -> Filter? {
    var front = completed(text, from: vocabulary)[...]
    while true {
      while front.last?.isWhitespace == true { front.removeLast() }
      guard !front.isEmpty else { return nil }
      let open = front.count { $0 == "(" } - front.count { $0 == ")" }
      for quote in ["", "\""] {
        let end = quote + String(repeating: ")", count: max(open, 0))
        if let filter = try? Filter(parsing: front + end) { return filter }
      }
      while front.last?.isWhitespace == false { front.removeLast() }
    }
  }

  /// Returns the text with a name at its end that stands for those that begin with it.
  private static func completed(
    _ text: String,
    from vocabulary: FilterCompletion.Vocabulary
  ) -> String {
    let scalars = Array(text.unicodeScalars)
    var scanner = FilterCompletionScanner(scalars)
    guard case .value(let start, let term?) = scanner.scan(),
      case .names(let names) = term.candidates
    else { return text }
    let value = scanner.typed(since: start)
    let known = names(vocabulary)
    if term.name == "changed" {
      // A path's steps are whole, and there is no star for a part of one.
      let steps = known.filter { $0.hasPrefix(value) }.map { path in
        path.prefix(value.count) + path.dropFirst(value.count).prefix { $0 != "." && $0 != "[" }
      }
      guard !value.isEmpty, !steps.isEmpty, !steps.contains(value[...]) else { return text }
      let front = String(String.UnicodeScalarView(scalars[..<start].dropLast(term.beginning.count)))
      let terms = Set(steps).sorted().map { term.beginning + String($0).quotedForFilter }
      return front + "(" + terms.joined(separator: " or ") + ")"
    }
    let name = value.replacing("\"", with: "")
    let (exact, beginning) = (TextPattern(name), TextPattern(name + "*"))
    guard !name.isEmpty, value.last != "\"" || value == "\"",
      !known.contains(where: exact.matchesWholeOrPart),
      known.contains(where: beginning.matchesWholeOrPart)
    else { return text }
    return text + "*"
  }
}
