import SluiceTree
import SluiceWire

/// What the page has in common with the command line, as constants of its script.
enum PageWords {
  /// The terms that ask neither for states nor for programs: the page shows the commits of one program.
  static let terms = FilterTerm.all.filter { !$0.takesCondition && $0.name != "app" }

  /// The constants, in front of the files that use them.
  static var script: String {
    let constants: [(String, Tree)] = [
      ("filterTerms", object(terms) { ($0.name, text(of: $0)) }),
      ("comparisons", .array(DurationBound.Comparison.allCases.map { .string($0.rawValue) })),
      ("units", object(DurationBound.units) { ($0.name, .number($0.nanoseconds)) }),
      ("marks", object(TreeChange.Kind.allCases) { ($0.rawValue, .string($0.mark)) }),
      (
        "gapReasons",
        object(WireRecord.Dropped.Reason.allCases) { ($0.rawValue, .string(LogText.phrase($0))) }
      ),
      (
        "outcomes",
        object(WireRecord.Effect.Event.allCases) { ($0.rawValue, .string(RunText.word($0))) }
      ),
      ("redacted", .string(Tree.redacted.summary())),
    ]
    return constants.map { name, value in
      "const \(name) = \(String(decoding: JSONText.bytes(of: value), as: UTF8.self));\n"
    }.joined()
  }

  private static func text(of term: FilterTerm) -> Tree {
    [
      "beginning": .string(term.beginning), "example": .string(term.example),
      "meaning": .string(term.meaning), "complaint": .string(term.complaint("")),
    ]
  }

  private static func object<Element>(
    _ elements: [Element],
    _ member: (Element) -> (String, Tree)
  ) -> Tree {
    .object(Tree.Object(elements.map(member).map { .init(key: $0.0, value: $0.1) }))
  }
}
