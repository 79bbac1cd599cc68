import SluiceTesting

/// Says what failed in which order.
struct OrderReport {
  let session: OrderSession
  private let place: SourcePlace

  init(_ session: OrderSession, _ place: SourcePlace) {
    self.session = session
    self.place = place
  }

  /// Runs the body in the order of a failure.
  func repeating(_ text: String, usual: OrderTrial) async throws {
    guard let order = Order(text) else {
      try failure(
        "The order \(text) can't be read.",
        [],
        fix: "copy it from the failure: numbers with points between them, such as 2.0.1."
      ).end()
    }
    let trial = await session.run(.following(order))
    if trial.failure != nil { return try await fail(trial, usual: usual) }
    if trial.order == order { return }
    try failure(
      "The order \(text) doesn't fit the body: of its choices, \(trial.order) could be made.",
      [],
      fix:
        "search again without `only:`, which also finds out if the body depends on something else."
    ).end()
  }

  /// Records what failed in a trial, in its order, and ends the test.
  func fail(_ trial: OrderTrial, usual: OrderTrial) async throws {
    let order = trial.order
    let only = "everyOrder(only: \"\(order)\")"
    let columns = Columns(("the usual order", usual.course), ("the order \(order)", trial.course))
    let comment =
      order.isUsual
      ? "This is in the usual order of what happens."
      : "This is in the order \(order), and not in the usual one. To repeat it: \(only)\n\(columns)"
    try await fail(trial, with: comment)
  }

  /// Repeats a trial, and records what fails with a comment.
  func fail(_ trial: OrderTrial, with comment: String) async throws {
    guard case .ended = trial.end else {
      try failure(
        trial.failure?.text ?? "",
        [comment],
        fix: "let everything that the body awaits come in each order, and each loop end."
      ).end()
    }
    let last = await session.record(trial.order, comment)
    guard last.failure != nil else {
      return try requireSameCourse(trial, last, isFailed: true)
    }
    guard let error = last.thrown else { return }
    if !last.failures.isEmpty { throw error }
    try failure(
      "The body threw \(error).",
      [comment],
      fix: trial.order.isUsual
        ? "see the error." : "let each order end as the usual one, or handle the error."
    ).end()
  }

  /// Requires that two trials with the same choices took the same course.
  func requireSameCourse(_ one: OrderTrial, _ other: OrderTrial, isFailed: Bool = false) throws {
    let courses = (one.course, other.course)
    let parting = courses.0.parting(from: courses.1, by: \.name)
    if parting == nil, one.choices == other.choices, !isFailed { return }
    let dependence = Dependence(of: courses.0, and: courses.1)
    try failure(
      isFailed
        ? "The body failed in the order \(one.order), and not when that was repeated: \(one.failure?.text ?? "")"
        : "The body took another course when the order \(one.order) was repeated.",
      [
        parting == nil
          ? Self.choices(one.choices, other.choices)
          : "\(Columns(("the first time", courses.0), ("the second time", courses.1)))",
        dependence.text,
      ],
      fix: dependence.advice
    ).end()
  }

  /// Requires that a trial could make all choices of its order.
  func requireFollowed(_ order: Order, _ trial: OrderTrial) throws {
    let made = trial.choices.prefix(order.choices.count).map(\.index)
    if made == order.choices { return }
    let dependence = Dependence(of: trial.course, and: trial.course)
    try failure(
      "The body took another course when the choices \(order) were made again.",
      ["Of them, \(Order(made)) could be made.", dependence.text],
      fix: dependence.advice
    ).end()
  }

  private static func choices(_ one: [Choice], _ other: [Choice]) -> String {
    let end = min(one.count, other.count)
    let place = (0..<end).first { one[$0] != other[$0] } ?? end
    func text(_ choices: [Choice]) -> String {
      place < choices.count ? "\(choices[place].count) things were ready" : "the body had ended"
    }
    return
      "At choice \(place + 1), \(text(one)) the first time, and \(text(other)) the second time."
  }

  private func failure(
    _ happened: String,
    _ difference: [any CustomStringConvertible],
    fix: String
  ) -> ExpectationFailure {
    ExpectationFailure(place, happened: happened, difference, fix: fix)
  }
}
