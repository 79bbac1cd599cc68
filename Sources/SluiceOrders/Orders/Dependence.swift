/// Something that a body depends on beside the order, as far as two courses of one order show it.
enum Dependence {
  /// Something continued a task, or caused a line, from outside.
  case outside(after: String?)
  /// The same lines came in another sequence.
  case sequence
  /// What happened differed, and nothing came from outside.
  case value

  init(of one: Course, and other: Course) {
    if let course = [one, other].first(where: { $0.linesBeforeOutside != nil }) {
      let last = course.lines.prefix(course.linesBeforeOutside ?? 0).last
      self = .outside(after: last?.text)
    } else if one.parting(from: other, by: \.name) != nil,
      one.lines.map(\.name).sorted() == other.lines.map(\.name).sorted()
    {
      self = .sequence
    } else {
      self = .value
    }
  }

  /// A sentence that says how the courses differ.
  var text: String {
    switch self {
    case .outside(let last):
      "\(last.map { "After “\($0)”" } ?? "At its beginning"), the body was continued from outside of the order."
    case .sequence:
      "The same happened in another sequence, and nothing came from outside of the order."
    case .value:
      "Nothing came from outside of the order."
    }
  }

  /// What to do about it, as the end of a sentence.
  var advice: String {
    switch self {
    case .outside:
      """
      await nothing that others continue: `Task.sleep`, real time, and a detached `Task`, a thread, a queue \
      or a callback that the body begins.
      """
    case .sequence:
      """
      sort what comes from a `Set` or a dictionary, whose sequence differs from one to the next. \
      `SWIFT_DETERMINISTIC_HASHING=1` makes it the same: if the test passes with it, that was the cause.
      """
    case .value:
      """
      let the body make all it uses anew, and use no random numbers without a seed, no time but that of the \
      test's clock, and no sequence of a `Set` or a dictionary, which `SWIFT_DETERMINISTIC_HASHING=1` repeats.
      """
    }
  }
}
