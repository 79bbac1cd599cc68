import Sluice
import SluiceTesting

/// What happened in one order: actions and runs of the body's test stores.
struct Course {
  struct Line {
    /// The action or the run without its values, which a test may make by chance.
    let name: String
    let text: String
  }

  let lines: [Line]
  /// How many lines there were when something outside of the order interfered; `nil` if nothing did.
  let linesBeforeOutside: Int?

  init(_ events: [Ledger.Event], beforeOutside: Int?) {
    linesBeforeOutside = beforeOutside
    let names = EffectNames(events)
    lines = events.map { event in
      switch event {
      case .commit(let entry): Line(entry, names)
      case .failure(let failure):
        Line(
          name: "\(names[failure.run]) failed",
          text: "\(names[failure.run]) #\(failure.run.number) failed: \(failure.error)"
        )
      case .broken(let diagnostic): Line(name: diagnostic.cause, text: diagnostic.cause)
      case .run(let event): Line(event, names)
      }
    }
  }

  /// The first place where two courses differ, such as in the names of their lines; `nil` if there is none.
  func parting(from other: Course, by part: (Line) -> String) -> Int? {
    let end = min(lines.count, other.lines.count)
    return (0..<end).first { part(lines[$0]) != part(other.lines[$0]) }
      ?? (lines.count == other.lines.count ? nil : end)
  }
}

extension Course.Line {
  fileprivate init(_ entry: Ledger.Entry, _ names: EffectNames) {
    let action = ActionDescription(entry.action)
    let run = entry.origin.cause?.effect
    name = "\(action.name) from \(run.map { names[$0] } ?? "")"
    let number = entry.number.map { "#\($0) " } ?? ""
    let place = Self.inShort("\(entry.origin.fileID):\(entry.origin.line)")
    let from = run.map { ", from \(names[$0]) #\($0.number)" } ?? ""
    text = "\(number)\(action.line(limit: 40)) (\(place))\(from)"
  }

  /// A source position without its module.
  private static func inShort(_ position: String) -> Substring {
    position.split(separator: "/").last ?? ""
  }

  fileprivate init(_ event: EffectEvent, _ names: EffectNames) {
    let what =
      switch event.kind {
      case .started: "begins"
      case .retrying: "tries again"
      case .ended, .endedByAnswer: "ends"
      case .cancelled: "is cancelled"
      case .failed: "fails"
      }
    name = "\(names[event.run]) \(what)"
    let cause = event.commit.map { ", for #\($0)" } ?? ""
    var place = ""
    if case .started = event.kind { place = " (\(Self.inShort(event.position)))" }
    text = "\(names[event.run]) #\(event.run.number) \(what)\(cause)\(place)"
  }
}

/// The names of effects, where a number that the process gives, as in `effect#52`, is one of this course.
private struct EffectNames {
  private var numbers: [Substring: [Int]] = [:]

  init(_ events: [Ledger.Event]) {
    var names: Set<String> = []
    for case .run(let event) in events { names.insert(event.run.effect) }
    for name in names {
      guard let (kind, number) = Self.parts(of: name) else { continue }
      numbers[kind, default: []].append(number)
    }
    for kind in numbers.keys { numbers[kind]?.sort() }
  }

  subscript(_ run: EffectRunID) -> String {
    guard let (kind, number) = Self.parts(of: run.effect),
      let place = numbers[kind]?.firstIndex(of: number)
    else { return run.name }
    return "\(kind)#\(place + 1)"
  }

  private static func parts(of name: String) -> (Substring, Int)? {
    let parts = name.split(separator: "#")
    return parts.count == 2 ? Int(parts[1]).map { (parts[0], $0) } : nil
  }
}

/// Two courses side by side, from shortly before they part.
struct Columns: CustomStringConvertible {
  private static let width = 58
  private static let before = 6
  private static let after = 18

  private let titles: (String, String)
  private let courses: (Course, Course)

  init(_ one: (String, Course), _ other: (String, Course)) {
    titles = (one.0, other.0)
    courses = (one.1, other.1)
  }

  /// A line for each thing that happened; `≠` marks the first difference.
  var description: String {
    let (one, other) = (courses.0.lines, courses.1.lines)
    let count = max(one.count, other.count)
    guard count > 0 else { return "No test store saw what happened." }
    let parting = courses.0.parting(from: courses.1, by: \.text)
    let first = max(0, (parting ?? count) - Self.before)
    let end = min(count, (parting ?? count) + Self.after)
    var lines = [Self.line(titles.0, " ", titles.1)]
    if first > 0 { lines.append("… \(first) earlier") }
    for index in first..<end {
      let mark = index == parting ? "≠" : "│"
      let texts = [one, other].map { index < $0.count ? $0[index].text : "" }
      lines.append(Self.line(texts[0], mark, texts[1]))
    }
    if end < count { lines.append("… \(count - end) more") }
    return lines.map { "  \($0)" }.joined(separator: "\n")
  }

  private static func line(_ left: String, _ mark: String, _ right: String) -> String {
    let left = left.count > width ? left.prefix(width - 1) + "…" : left[...]
    let right = right.count > width ? right.prefix(width - 1) + "…" : right[...]
    let room = String(repeating: " ", count: width - left.count)
    return "\(left)\(room) \(mark) \(right)"
  }
}
