/// What came of one row.
struct Outcome {
  let name: String
  var median: Double?
  var minimum: Double?
  /// What was counted, where it is no time.
  var amount: Double?
  var unit: String?
  var baseline: String?
  var ratio: Double?
  var goal: Goal?
  /// `nil` without a goal.
  var holds: Bool?
}
