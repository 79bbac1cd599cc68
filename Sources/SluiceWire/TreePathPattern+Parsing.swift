import SluiceTree

extension TreePathPattern {
  /// Parses `cards.*.number`, `cards[0].number`, `**.note` and `settings["a.b"]`.
  ///
  /// A quoted key may contain anything, with the escapes of a ``TreePath``'s description.
  ///
  /// - Parameter allowsIDs: Whether `todos[id:4]` and `todos[id:"tea pot"]` are paths, for what sees the
  ///   elements.
  package init?(parsing text: String, allowsIDs: Bool = false) {
    var reader = TreePathPatternReader()
    // Scalars: a mark at the beginning of a key would join the quotation mark in one character.
    for scalar in text.unicodeScalars { reader.read(scalar) }
    guard let steps = reader.finish() else { return nil }
    let hasIDs = steps.contains { if case .id = $0 { true } else { false } }
    if hasIDs, !allowsIDs { return nil }
    self.init(steps)
  }
}

private struct TreePathPatternReader {
  /// How far an escape has been read.
  private enum Escape {
    /// The backslash.
    case begun
    /// `\u`, and the digits behind the brace, if that has been read.
    case scalar(digits: String?)
  }

  private var steps: [TreePathPattern.Step] = []
  private var step = ""
  private var isQuoted = false
  private var wasQuoted = false
  private var escape: Escape?
  private var isInBrackets = false
  /// Whether the step is an element's id.
  private var isID = false
  /// Whether a bracket is unmatched, or an escape incomplete.
  private var isBroken = false

  mutating func read(_ scalar: Unicode.Scalar) {
    switch (scalar, escape) {
    case (_, .begun?): endEscape(scalar)
    case (_, .scalar(let digits)?): readDigit(scalar, behind: digits)
    case ("\\", nil) where isQuoted: escape = .begun
    case (":", nil) where isInBrackets && !isQuoted && !isID && !wasQuoted && step == "id":
      isID = true
      step = ""
    case ("\"", nil):
      isQuoted.toggle()
      wasQuoted = true
    case _ where isQuoted: append(scalar)
    case (".", nil), ("[", nil), ("]", nil):
      // An opening bracket is valid outside of others, a closing one within, a point outside.
      if isInBrackets != (scalar == "]") { isBroken = true }
      endStep()
      isInBrackets = scalar == "["
    default: append(scalar)
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    step.unicodeScalars.append(scalar)
  }

  private mutating func endEscape(_ scalar: Unicode.Scalar) {
    escape = nil
    switch scalar {
    case "n": append("\n")
    case "r": append("\r")
    case "t": append("\t")
    case "u": escape = .scalar(digits: nil)
    default: append(scalar)
    }
  }

  private mutating func readDigit(_ scalar: Unicode.Scalar, behind digits: String?) {
    switch (scalar, digits) {
    case ("{", nil):
      escape = .scalar(digits: "")
    case ("}", let digits?):
      escape = nil
      guard let value = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else {
        isBroken = true
        return
      }
      append(value)
    case (_, let digits?) where digits.utf8.count < 8:
      escape = .scalar(digits: digits + String(scalar))
    default:
      escape = nil
      isBroken = true
    }
  }

  private mutating func endStep() {
    if isID {
      if step.isEmpty, !wasQuoted { isBroken = true }
      steps.append(.id(ElementID(step, isQuoted: wasQuoted)))
    } else if wasQuoted {
      steps.append(.key(step))
    } else if let known = Self.step(step, isInBrackets: isInBrackets) {
      steps.append(known)
    }
    step = ""
    wasQuoted = false
    isID = false
  }

  private static func step(_ text: String, isInBrackets: Bool) -> TreePathPattern.Step? {
    switch text {
    case "": return nil
    case "*": return .any
    case "**": return .anyNumber
    default:
      let index = text.first == "-" ? nil : Int(text)
      if isInBrackets, let index { return .index(index) }
      return .named(text, index: index)
    }
  }

  mutating func finish() -> [TreePathPattern.Step]? {
    endStep()
    return isQuoted || isInBrackets || isBroken ? nil : steps
  }
}
