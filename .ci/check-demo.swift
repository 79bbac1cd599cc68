// Checks what `sluice-explorer demo` printed, without any of its code:
//
//     sluice-explorer demo --seed 7 | swift .ci/check-demo.swift
//
// Replays the printed changes from the printed first state, and compares what comes out with the
// totals that the shop says at the end. Exits with 1 and says what differs.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

indirect enum Value: Equatable {
  case text(String)
  case list([Value])
  case members([(key: String, value: Value)])

  static func == (one: Value, other: Value) -> Bool {
    switch (one, other) {
    case (.text(let one), .text(let other)): one == other
    case (.list(let one), .list(let other)): one == other
    case (.members(let one), .members(let other)):
      one.map(\.key) == other.map(\.key) && one.map(\.value) == other.map(\.value)
    default: false
    }
  }

  subscript(key: String) -> Value? {
    guard case .members(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  var number: Int? {
    guard case .text(let text) = self else { return nil }
    return Int(text)
  }

  var elements: [Value] {
    guard case .list(let elements) = self else { return [] }
    return elements
  }
}

struct Mistake: Error {
  let text: String
}

/// Reads values and paths as the log writes them: `{id: 1, names: ["a"]}`, `orders[2].status`.
struct Reader {
  var rest: Substring

  mutating func take(_ text: String) -> Bool {
    guard rest.hasPrefix(text) else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }

  mutating func value() throws -> Value {
    if take("{") {
      var members: [(String, Value)] = []
      while !take("}") {
        _ = take(", ")
        let key = try word()
        guard take(": ") else { throw Mistake(text: "no colon in front of “\(rest)”") }
        members.append((key, try value()))
      }
      return .members(members.map { (key: $0.0, value: $0.1) })
    }
    if take("[") {
      var elements: [Value] = []
      while !take("]") {
        _ = take(", ")
        elements.append(try value())
      }
      return .list(elements)
    }
    return .text(try word())
  }

  mutating func word() throws -> String {
    var word = ""
    if take("\"") {
      while let next = rest.popFirst(), next != "\"" {
        word.append(next)
        if next == "\\", let escaped = rest.popFirst() { word.append(escaped) }
      }
      return "\"" + word + "\""
    }
    // A case begins with a dot.
    if take(".") { word = "." }
    while let next = rest.first, !":,]}. [".contains(next) { word.append(rest.removeFirst()) }
    if word.isEmpty { throw Mistake(text: "no value at “\(rest)”") }
    return word
  }

  /// The steps of a path: keys as they are, indices as numbers.
  mutating func path() throws -> [String] {
    var steps: [String] = []
    while let next = rest.first, next != ":", next != " " {
      if take("[") {
        let end = rest.firstIndex(of: "]") ?? rest.endIndex
        steps.append(String(rest[..<end]))
        rest = rest[end...].dropFirst()
      } else {
        _ = take(".")
        steps.append(try word())
      }
    }
    return steps
  }
}

enum Edit {
  case add(Value)
  case remove(Value)
  case set(Value, Value)
  case move(to: Int)
}

extension Value {
  /// Makes an edit at the end of a path; the old values that it tells must be those that are there.
  mutating func apply(_ edit: Edit, _ path: ArraySlice<String>) throws {
    guard let step = path.first else {
      guard case .set(self, let new) = edit else { throw Mistake(text: "the state was not so") }
      self = new
      return
    }
    let isLast = path.count == 1
    switch self {
    case .list(var elements):
      let index = Int(step) ?? -1
      switch edit {
      case .add(let new) where isLast && (0...elements.count).contains(index):
        elements.insert(new, at: index)
      case _ where !elements.indices.contains(index):
        throw Mistake(text: "there is no element \(step)")
      case .remove(elements[index]) where isLast:
        elements.remove(at: index)
      case .move(let target) where isLast:
        elements.insert(elements.remove(at: index), at: target)
      default:
        try elements[index].apply(edit, path.dropFirst())
      }
      self = .list(elements)
    case .members(var members):
      let place = members.firstIndex { $0.key == step }
      switch (edit, place) {
      case (.add(let new), nil) where isLast: members.append((key: step, value: new))
      case (_, nil): throw Mistake(text: "there is no member \(step)")
      case (.remove(members[place ?? 0].value), let place?) where isLast: members.remove(at: place)
      case (_, let place?): try members[place].value.apply(edit, path.dropFirst())
      }
      self = .members(members)
    case .text:
      throw Mistake(text: "there is nothing below \(step)")
    }
  }
}

func ~= (pattern: Value, value: Value) -> Bool { pattern == value }

// MARK: - What was printed

var state = Value.members([])
var commits = 0
var failures = 0
var ordersSeen = 0
var changes = 0
var closing: (actions: Int, failures: Int, orders: Int, revenue: Int)?
var shelves: [String: Int]?
/// The lines behind the totals, which say how to ask about a day.
var advice: [String] = []
var faults: [String] = []

func cents(_ text: Substring) -> Int? {
  let parts = text.split(separator: ".")
  guard parts.count == 2, let whole = Int(parts[0]), let part = Int(parts[1]) else { return nil }
  return whole * 100 + part
}

func replay(_ sign: Character, _ text: Substring) throws {
  var reader = Reader(rest: text)
  let path = try reader.path()
  if sign == ">" {
    _ = reader.take(" → ")
    guard let target = try reader.path().last.flatMap({ Int($0) }) else {
      throw Mistake(text: "no place to move to")
    }
    return try state.apply(.move(to: target), path[...])
  }
  guard reader.take(": ") else { throw Mistake(text: "no colon behind the path") }
  let first = try reader.value()
  switch sign {
  case "+":
    if path.first == "orders", path.count == 2 { ordersSeen += 1 }
    try state.apply(.add(first), path[...])
  case "-": try state.apply(.remove(first), path[...])
  default:
    guard reader.take(" → ") else { throw Mistake(text: "no arrow") }
    try state.apply(.set(first, try reader.value()), path[...])
  }
  guard reader.rest.isEmpty else { throw Mistake(text: "more behind the change: “\(reader.rest)”") }
}

while let line = readLine() {
  do {
    if shelves != nil { advice.append(line) }
    if let match = line.wholeMatch(of: #/ +([-+~>]) (.*)/#), let sign = match.1.first {
      if commits == 0 { continue }  // the introduction's explanation of the signs
      changes += 1
      try replay(sign, match.2)
    } else if let match = line.wholeMatch(of: #/\d\d:\d\d:\d\d\.\d{3} \S+ +(\d+) (.*)/#) {
      let number = Int(match.1) ?? -1
      if number == 0 {
        var reader = Reader(rest: match.2)
        state = try reader.value()
      } else {
        commits += 1
        if number != commits {
          faults.append("commit \(number) is printed where \(commits) is due")
        }
      }
    } else if line.contains(#/^\d\d:\d\d:\d\d\.\d{3} \S+ +✗ /#) {
      failures += 1
    } else if line.contains(" ! ") {
      faults.append("a problem: \(line)")
    } else if let match = line.wholeMatch(
      of:
        #/The shop has closed: (\d+) actions, (\d+) failed effects?, (\d+) orders?, revenue ([\d.]+)\./#
    ) {
      closing = (Int(match.1) ?? -1, Int(match.2) ?? -1, Int(match.3) ?? -1, cents(match.4) ?? -1)
    } else if let match = line.wholeMatch(of: #/Left on the shelves: (.*)\./#) {
      let pairs = match.1.split(separator: ", ").map { $0.split(separator: " ") }
      shelves = Dictionary(uniqueKeysWithValues: pairs.map { (String($0[0]), Int($0[1]) ?? -1) })
    }
  } catch let mistake as Mistake {
    faults.append("\(mistake.text), in: \(line)")
  }
}

// MARK: - What should have been

func compare<Item: Equatable>(_ what: String, said: Item, printed: Item) {
  if said != printed { faults.append("\(what): the shop says \(said), the lines give \(printed)") }
}

if let closing, let shelves {
  let orders = state["orders"]?.elements ?? []
  let paid = orders.filter {
    [.text(".paid"), .text(".shipped")].contains($0["status"] ?? .list([]))
  }
  let stock = (state["products"]?.elements ?? []).map { product in
    let id =
      if case .text(let id)? = product["id"] { String(id.dropFirst().dropLast()) } else { "?" }
    return (id, product["stock"]?.number ?? -1)
  }
  compare("actions", said: closing.actions, printed: commits)
  compare("failed effects", said: closing.failures, printed: failures)
  compare("orders", said: closing.orders, printed: ordersSeen)
  compare("orders in the state", said: closing.orders, printed: orders.count)
  compare("revenue", said: closing.revenue, printed: state["revenue"]?.number ?? -1)
  compare(
    "sum of what was paid",
    said: closing.revenue,
    printed: paid.reduce(0) { $0 + ($1["total"]?.number ?? 0) }
  )
  compare("stock", said: shelves, printed: Dictionary(uniqueKeysWithValues: stock))
} else {
  faults.append("the closing lines are missing")
}
if advice.count != 2 || !advice[0].contains("sluice-explorer record ")
  || !["sluice-explorer why ", "sluice-explorer replay "].allSatisfy(advice[1].contains)
{
  faults.append("the last two lines do not say how to ask about a day")
}
if changes == 0 { faults.append("no change was printed") }

for fault in faults { print("check-demo: \(fault)") }
if !faults.isEmpty { exit(1) }
print("check-demo: \(commits) actions and \(changes) changes agree with the totals")
