/// Why a recording can't be replayed, or differs when it is.
struct ReplayProblem: Error, CustomStringConvertible {
  let happened: String
  let difference: [any CustomStringConvertible & Sendable]
  let fix: String

  init(
    _ happened: String,
    _ difference: [any CustomStringConvertible & Sendable] = [],
    fix: String
  ) {
    self.happened = happened
    self.difference = difference
    self.fix = fix
  }

  var description: String { happened }
}
