// Proposes broken lines for .ci/mutants: swift .ci/propose-mutants.swift SEED COUNT FOLDER… [-EXCLUDED…]
//
// A seed chooses among all lines with a branch, a comparison, arithmetic, an order, a call or a return, in each folder as
// many as its share of all lines, and one way to break each line. `BROKEN` stands for the switch that breaks it. Not
// proposed: what can only change how much memory or time is spent, and what no program can see.
//
// A proposal may not compile (`.ci/mutate` says which), and says nothing of who notices it: a person adds that.

import Foundation

// MARK: Expressions

/// Splits text where `separator` stands outside brackets and string literals.
func split(_ text: String, at separator: String) -> [String] {
  var parts = [""]
  var depth = 0
  var isQuoted = false
  var rest = Substring(text)
  while let character = rest.first {
    if !isQuoted, depth == 0, rest.hasPrefix(separator) {
      parts.append("")
      rest = rest.dropFirst(separator.count)
      continue
    }
    if character == "\"" { isQuoted.toggle() }
    if !isQuoted {
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
    }
    parts[parts.count - 1].append(character)
    rest = rest.dropFirst()
  }
  return parts
}

func isBalanced(_ text: String) -> Bool {
  var depth = 0
  var isQuoted = false
  for character in text {
    if character == "\"" { isQuoted.toggle() }
    if isQuoted { continue }
    if "([{".contains(character) { depth += 1 }
    if ")]}".contains(character) { depth -= 1 }
    if depth < 0 { return false }
  }
  return depth == 0 && !isQuoted
}

/// What stands for what within an expression.
let substitutions: [(String, String)] = [
  (" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" == ", " != "),
  (" != ", " == "), (" + 1", ""), (" - 1", ""), (" + ", " - "), (" - ", " + "), (" &+ ", " &- "),
  (" * ", " + "), ("..<", "..."), ("...", "..<"), (" && ", " || "), (" || ", " && "),
  ("min(", "max("), ("max(", "min("), (".first", ".last"), (".last", ".first"),
  ("prefix(", "suffix("), ("suffix(", "prefix("), ("lowerBound", "upperBound"),
  ("upperBound", "lowerBound"), ("removeFirst", "removeLast"), ("removeLast", "removeFirst"),
  ("dropFirst", "dropLast"), ("dropLast", "dropFirst"), ("true", "false"), ("false", "true"),
  (".before", ".after"), (".after", ".before"), (".reversed()", ""),
]

/// The broken forms of an expression: each substitution at each place outside string literals, numbers off by one, a
/// side of an operator alone.
func broken(_ expression: String) -> [String] {
  var forms: [String] = []
  let pieces = expression.components(separatedBy: "\"")
  for (index, piece) in pieces.enumerated() where index % 2 == 0 {
    func put(_ replacement: String) {
      var changed = pieces
      changed[index] = replacement
      forms.append(changed.joined(separator: "\""))
    }
    for (old, new) in substitutions {
      var start = piece.startIndex
      while let range = piece.range(of: old, range: start..<piece.endIndex) {
        start = range.upperBound
        // A word ends where it ends.
        if old.last!.isLetter || old.last!.isNumber, let next = piece[range.upperBound...].first,
          next.isLetter || next.isNumber || next == "_"
        {
          continue
        }
        if old.first!.isLetter, range.lowerBound > piece.startIndex {
          let previous = piece[piece.index(before: range.lowerBound)]
          if previous.isLetter || previous == "_" { continue }
        }
        put(piece.replacingCharacters(in: range, with: new))
      }
    }
    for match in piece.matches(of: #/(^|[ (\[])([0-9]+)(?=$|[ ),\]])/#) {
      guard let number = Int(match.output.2) else { continue }
      put(piece.replacingCharacters(in: match.output.2.startIndex..<match.output.2.endIndex, with: "\(number + 1)"))
    }
  }
  for separator in [" ?? ", " && ", " || "] {
    let sides = split(expression, at: separator)
    guard sides.count > 1 else { continue }
    forms.append(sides.dropFirst().joined(separator: separator))
    if separator != " ?? " { forms.append(sides.dropLast().joined(separator: separator)) }
  }
  let choice = split(expression, at: " ? ")
  if choice.count == 2, case let ways = split(choice[1], at: " : "), ways.count == 2 {
    forms += ways
  }
  return forms
}

/// The effects of an expression cover both of its forms.
func effects(of expression: String) -> (effects: String, rest: String) {
  var effects = ""
  var rest = expression
  while let word = ["try ", "try? ", "await ", "unsafe "].first(where: rest.hasPrefix) {
    effects += word
    rest = String(rest.dropFirst(word.count))
  }
  return (effects, rest)
}

func switched(_ expression: String, isCondition: Bool = false) -> [String] {
  let (effects, rest) = effects(of: expression)
  guard !rest.isEmpty, isBalanced(rest), !rest.hasPrefix("if "), !rest.hasPrefix("switch ") else { return [] }
  var forms = broken(rest).map { "\(effects)(BROKEN ? \($0) : \(rest))" }
  let isBool = isCondition || rest.hasPrefix("!") || rest.contains(#/ (<|>|<=|>=|==|!=|&&|\|\|) /#)
    || rest.contains(#/^(is|has|was|are|can|contains)[A-Z(]/#)
  if isBool, split(rest, at: " ? ").count == 1 {
    forms += ["\(effects)(BROKEN || \(rest))", "\(effects)(!BROKEN && (\(rest)))"]
  }
  return forms
}

// MARK: Lines

/// What can't be noticed by its result: how much is allocated or how long a search takes, what is said of a thread; and
/// what is no statement.
let leftOut = [
  "reserveCapacity", "keepingCapacity", "withExtendedLifetime", "hasher.", ".hash(", "fatalError(", "assertionFailure",
  "assert(", "yield()", "pause()", "_ = ", "#expect", "debugDescription", "lineLimit", "precondition", "setName",
]

func isPlain(_ text: String) -> Bool {
  guard isBalanced(text), !text.isEmpty, !text.contains("{"), !leftOut.contains(where: text.contains) else { return false }
  return !text.contains(#/^(let|var|func|case|default|return|guard|if|else|for|while|repeat|switch|struct|class|enum|extension|protocol|import|init|subscript|break|continue|throw|defer|do|typealias|static|public|private|package|internal|fileprivate|final|override|mutating|nonisolated|indirect|associatedtype|@|#|//|\}|\.|\?|:|&|\||[+*/-] |unowned|weak|lazy|convenience|deinit|get\b|set\b|where)/#)
}
func isAssignment(_ text: String) -> Bool { isPlain(text) && text.contains(#/^[\w.\[\]?]+ ([-+*&|]|&[-+])?= /#) }
func isCall(_ text: String) -> Bool {
  isPlain(text) && text.contains(#/^((try|await|unsafe|try\?) )*[a-z]\w*([.?!]+\w+|\[[^\]]*\])*\(/#) && text.hasSuffix(")")
}
func continues(_ text: String) -> Bool {
  text.contains(#/^(\.|\?|:|&&|\|\||[+*/-] |\)|else|\{|\]|== |\?\? |catch|as |is )/#)
}

/// The ways to break a line.
func afters(_ lines: [String], _ index: Int) -> [[String]] {
  let line = lines[index]
  let indentation = String(line.prefix { $0 == " " })
  let text = String(line.dropFirst(indentation.count))
  let next = index + 1 < lines.count ? lines[index + 1].trimmingCharacters(in: .whitespaces) : ""
  let previous = index > 0 ? lines[index - 1].trimmingCharacters(in: .whitespaces) : ""
  guard !text.isEmpty, !text.hasPrefix("//"), !text.hasPrefix("#"), !text.hasPrefix("case "),
    !text.contains(" // "), !leftOut.contains(where: text.contains)
  else { return [] }
  var ways: [String] = []
  func condition(_ start: String, _ conditions: String, _ end: String) {
    let elements = split(conditions, at: ", ")
    for (place, element) in elements.enumerated() {
      var binding = ""
      var value = element
      if let match = element.firstMatch(of: #/^((let|var|case) .*? = )(.*)$/#) {
        binding = String(match.output.1)
        value = String(match.output.3)
      } else if element.contains(#/^(let|var|case|#)/#) {
        continue
      }
      for form in switched(value, isCondition: binding.isEmpty) {
        var changed = elements
        changed[place] = binding + form
        ways.append(indentation + start + changed.joined(separator: ", ") + end)
      }
    }
  }
  // Heads of branches.
  if let match = text.firstMatch(of: #/^(guard )(.*?)( else \{.*)$/#), isBalanced(String(match.output.2)) {
    condition("guard ", String(match.output.2), String(match.output.3))
  } else if let match = text.firstMatch(of: #/^((?:\} else )?if |while )(.*?)( \{(?:.*\})?)$/#),
    isBalanced(String(match.output.2))
  {
    condition(String(match.output.1), String(match.output.2), String(match.output.3))
  } else if let match = text.firstMatch(of: #/^(for .* where )(.*?)( \{)$/#), isBalanced(String(match.output.2)) {
    condition(String(match.output.1), String(match.output.2), String(match.output.3))
  } else if let match = text.firstMatch(of: #/^(for .* in )(.*?)( \{)$/#), isBalanced(String(match.output.2)) {
    ways += switched(String(match.output.2)).map { indentation + match.output.1 + $0 + match.output.3 }
  }
  guard !continues(next) else { return ways.map { [$0] } }
  // Values.
  if let match = text.firstMatch(of: #/^(return )(.+)$/#) ?? text.firstMatch(of: #/^((?:let|var) [\w:\[\]<>?, ]+ = )(.+)$/#)
    ?? text.firstMatch(of: #/^([\w.\[\]?]+ (?:[-+*&|]|&[-+])?= )(.+)$/#)
  {
    ways += switched(String(match.output.2)).map { indentation + match.output.1 + $0 }
    if match.output.1 == "return ", isBalanced(String(match.output.2)), match.output.2 != "nil" {
      let head = lines[..<index].last { $0.contains(" -> ") && $0.hasSuffix("{") }
      if head?.contains(#/-> .*\? (where .*)?\{$/#) == true {
        let (effects, rest) = effects(of: String(match.output.2))
        ways.append(indentation + "return \(effects)(BROKEN ? nil : \(rest))")
      }
    }
  } else if previous.hasSuffix("{"), next == "}" || next.hasPrefix("case ") || next == "default:", isBalanced(text),
    !text.contains(" = "), text.contains(#/^[\w(!.\[]/#),
    !text.contains(#/^(let|var|func|for|while|guard|if|switch|throw|case|return|break|continue|public|private|package|static|self\.init|init|get|set)\b/#)
  {
    ways += switched(text).map { indentation + $0 }
  }
  // Statements.
  if isAssignment(text) && !text.contains(#/^self\.(\w+) = \w+$/#) || isCall(text) {
    // Alone in a body, it may be the body's value.
    if isAssignment(text) || !(previous.hasSuffix("{") && next == "}") || previous.contains(#/\) (throws )?\{$/#) {
      ways.append("\(indentation)if !BROKEN { \(text) }")
    }
  } else if let match = text.firstMatch(of: #/^defer \{ (.*) \}$/#) {
    ways.append("\(indentation)defer { if !BROKEN { \(match.output.1) } }")
  } else if text.contains(#/^(return|break|continue)$/#), !lines[..<index].suffix(3).contains(where: { $0.contains("guard ") || $0.contains("else {") }),
    !previous.hasSuffix(":")
  {
    ways.append("\(indentation)if !BROKEN { \(text) }")
  }
  return ways.map { [$0] }
}

/// Two statements whose order is changed; of two assignments, it seldom matters.
func swapped(_ lines: [String], _ index: Int) -> [String]? {
  guard index + 2 < lines.count else { return nil }
  let indentation = String(lines[index].prefix { $0 == " " })
  let texts = lines[index...(index + 1)].map { $0.trimmingCharacters(in: .whitespaces) }
  guard lines[index + 1].hasPrefix(indentation), !lines[index + 1].hasPrefix(indentation + " "),
    texts.allSatisfy({ isAssignment($0) || isCall($0) }), texts.contains(where: isCall),
    !continues(lines[index + 2].trimmingCharacters(in: .whitespaces))
  else { return nil }
  return [
    "\(indentation)if BROKEN {", "\(indentation)  \(texts[1])", "\(indentation)  \(texts[0])", "\(indentation)} else {",
    "\(indentation)  \(texts[0])", "\(indentation)  \(texts[1])", "\(indentation)}",
  ]
}

/// The lines that may be broken: not what stands in text, what is compiled elsewhere only and can't be noticed here, and
/// what continues another line.
func candidates(_ lines: [String]) -> [Int] {
  var found: [Int] = []
  var isInText = false
  var conditions = 0
  for index in lines.indices {
    let text = lines[index].trimmingCharacters(in: .whitespaces)
    if text.components(separatedBy: "\"\"\"").count == 2 { isInText.toggle() }
    if text.hasPrefix("#if ") { conditions += 1 }
    if text.hasPrefix("#endif") { conditions -= 1 }
    if text.isEmpty || text == "}" || text.hasPrefix("//") || isInText || text.hasSuffix("\"\"\"") { continue }
    if conditions > 0 { continue }
    if index > 0, let end = lines[index - 1].last, ",(=+-*&|?".contains(end) { continue }
    found.append(index)
  }
  return found
}

// MARK: Choosing

struct SplitMix64: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// As `.ci/apply-mutants.swift` reads it.
func escaped(_ text: String) -> String {
  text.replacing(#/\\(?=[n\\])/#, with: "\\\\").replacingOccurrences(of: "\n", with: "\\n")
}

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count > 2, let seed = UInt64(arguments.first!), let count = Int(arguments.dropFirst().first!) else {
  print("usage: swift .ci/propose-mutants.swift SEED COUNT FOLDER… [-EXCLUDED…]")
  exit(64)
}
let excluded = arguments.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) }
let folders = arguments.dropFirst(2).filter { !$0.hasPrefix("-") }
var random = SplitMix64(state: seed)
let known = (try? String(contentsOfFile: ".ci/mutants", encoding: .utf8)) ?? ""

let files = folders.map { folder in
  let paths = (FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? [])
    .filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }
    .filter { path in !excluded.contains(where: path.hasPrefix) }.sorted()
  return paths.map { path in
    (path: path, lines: (try! String(contentsOfFile: path, encoding: .utf8)).components(separatedBy: "\n"))
  }
}
let sizes = files.map { $0.map { $0.lines.count }.reduce(0, +) }
let size = sizes.reduce(0, +)

for (folder, files) in files.enumerated() {
  let share = (count * sizes[folder] + size / 2) / size
  var pool = files.enumerated().flatMap { file, entry in candidates(entry.lines).map { (file: file, line: $0) } }
  var taken: Set<String> = []
  var chosen: [(file: Int, index: Int, text: String)] = []
  while chosen.count < share, !pool.isEmpty {
    let (file, index) = pool.remove(at: Int.random(in: pool.indices, using: &random))
    let lines = files[file].lines
    var ways = afters(lines, index).map { (count: 1, after: $0) }
    if let pair = swapped(lines, index) { ways.append((2, pair)) }
    guard let way = ways.randomElement(using: &random) else { continue }
    // What stands there must stand there once, and must not be part of another broken line.
    var start = index
    let whole = lines.joined(separator: "\n")
    var before = lines[index..<(index + way.count)].joined(separator: "\n")
    while whole.components(separatedBy: before).count != 2, start > 0 {
      start -= 1
      before = lines[start] + "\n" + before
    }
    let places = (start..<(index + way.count)).map { "\(file):\($0)" }
    if !taken.isDisjoint(with: places) || known.contains("- " + escaped(before)) { continue }
    taken.formUnion(places)
    let after = (lines[start..<index] + way.after).joined(separator: "\n")
    let text = "in \(files[file].path)\n- \(escaped(before))\n+ \(escaped(after))\n"
    chosen.append((file, index, text))
  }
  for entry in chosen.sorted(by: { ($0.file, $0.index) < ($1.file, $1.index) }) { print(entry.text) }
}
