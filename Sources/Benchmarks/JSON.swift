import Foundation

/// The outcomes as JSON.
enum JSON {
  static func text(_ outcomes: [Outcome]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(outcomes.map(Line.init)), as: UTF8.self)
  }

  private struct Line: Encodable {
    let outcome: Outcome

    enum CodingKeys: CodingKey {
      case name, medianNanoseconds, minimumNanoseconds, baseline, ratio, goal, holds, amount, unit
      case p50Microseconds, p99Microseconds, p999Microseconds, maximumMicroseconds
      case hammersPerSecond, seconds, note
    }

    /// Every line has the first seven keys, with null if necessary.
    func encode(to encoder: any Encoder) throws {
      var line = encoder.container(keyedBy: CodingKeys.self)
      try line.encode(outcome.name, forKey: .name)
      try line.encode(outcome.median, forKey: .medianNanoseconds)
      try line.encode(outcome.minimum, forKey: .minimumNanoseconds)
      try line.encode(outcome.baseline, forKey: .baseline)
      try line.encode(outcome.ratio, forKey: .ratio)
      try line.encode(outcome.goal?.description, forKey: .goal)
      try line.encode(outcome.holds, forKey: .holds)
      try line.encodeIfPresent(outcome.amount, forKey: .amount)
      try line.encodeIfPresent(outcome.unit, forKey: .unit)
      try line.encodeIfPresent(outcome.tails?.median, forKey: .p50Microseconds)
      try line.encodeIfPresent(outcome.tails?.p99, forKey: .p99Microseconds)
      try line.encodeIfPresent(outcome.tails?.p999, forKey: .p999Microseconds)
      try line.encodeIfPresent(outcome.tails?.maximum, forKey: .maximumMicroseconds)
      try line.encodeIfPresent(outcome.throughput, forKey: .hammersPerSecond)
      try line.encodeIfPresent(outcome.seconds, forKey: .seconds)
      try line.encodeIfPresent(outcome.note, forKey: .note)
    }
  }
}
