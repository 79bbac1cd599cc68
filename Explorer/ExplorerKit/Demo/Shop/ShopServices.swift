import Sluice

/// Warehouse, bank and parcel service, as slow and as unreliable as in life.
///
/// What they answer depends on the seed and on the order of the questions only.
actor ShopServices {
  /// Why a service gave no answer.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private var random: ShopRandom
  private let pace: ShopPace
  private let clock: any Clock<Duration>

  init(seed: UInt64, pace: ShopPace, clock: any Clock<Duration>) {
    random = ShopRandom(seed: seed)
    self.pace = pace
    self.clock = clock
  }

  /// Looks for a product on the shelves.
  func find(_ product: String) async throws -> Bool {
    let outcome = Int.random(in: 0..<100, using: &random)
    try await work()
    if outcome < 10 { throw Failure(description: "the warehouse does not answer") }
    return outcome >= 20
  }

  /// Collects the money for an order.
  func collect(_ order: Int, mayTimeOut: Bool) async throws -> any Action {
    let outcome = Int.random(in: 0..<100, using: &random)
    try await work()
    if outcome < 20, mayTimeOut { throw Failure(description: "the bank timed out") }
    if outcome < 35 { return PaymentRefused(order: order, reason: "not enough money") }
    return Paid(order: order)
  }

  /// Makes a parcel, and returns its number.
  func pack() async throws -> String {
    let number = Int.random(in: 100_000...999_999, using: &random)
    try await work()
    return "P\(number)"
  }

  private func work() async throws {
    let share = Int.random(in: 40...100, using: &random)
    try await clock.sleep(for: pace.answer * share / 100)
  }
}

/// How long things take in the shop.
struct ShopPace: Sendable {
  /// Between two things that a customer does.
  var step: Duration
  /// The longest that a service thinks about an answer.
  var answer: Duration

  /// For the eyes of a person.
  static let person = ShopPace(step: .milliseconds(240), answer: .milliseconds(260))
  static let fast = ShopPace(step: .zero, answer: .milliseconds(2))
}
