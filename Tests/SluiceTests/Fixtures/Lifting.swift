import Sluice
import TestSupport
import Testing

/// How features of a part, and with them all that they have, are lifted to a whole.
struct Lift<Part: Sendable, Whole: Sendable>: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let feature: @Sendable (Feature<Part, Void>) -> Feature<Whole, Void>

  init(
    _ title: String,
    _ feature: @escaping @Sendable (Feature<Part, Void>) -> Feature<Whole, Void>
  ) {
    (testDescription, self.feature) = (title, feature)
  }
}

extension Feature {
  /// A feature whose id no other has.
  static func unique() -> Feature {
    let number = numbers.change { number in
      number += 1
      return number
    }
    return Feature(id: "feature \(number)")
  }
}

extension Feature where Environment == Void {
  func lifted<Whole>(_ lift: Lift<State, Whole>) -> Feature<Whole, Void> { lift.feature(self) }
}

private let numbers = Shared(0)

// What is lifted is registered as a part of a feature.

extension Store {
  @discardableResult
  func register<Part, Local>(
    _ effects: Effect<Local>...,
    lifted lift: (Feature<Part, Local>) -> Feature<State, Environment>
  ) -> StoreRegistration {
    register(feature: lift(effects.reduce(.unique()) { $0.effect($1) }))
  }

  @discardableResult
  func register<Part, Local>(
    _ feedbacks: Feedback<Part, Local>...,
    lifted lift: (Feature<Part, Local>) -> Feature<State, Environment>
  ) -> StoreRegistration {
    register(feature: lift(feedbacks.reduce(.unique()) { $0.feedback($1) }))
  }

  @discardableResult
  func register<Part>(
    _ middleware: some Middleware<Part>,
    lifted lift: (Feature<Part, Void>) -> Feature<State, Environment>
  ) -> StoreRegistration {
    register(feature: lift(.unique().middleware(middleware)))
  }

  @discardableResult
  func register<Part>(
    _ interceptor: some Interceptor<Part>,
    lifted lift: (Feature<Part, Void>) -> Feature<State, Environment>
  ) -> StoreRegistration {
    register(feature: lift(.unique().interceptor(interceptor)))
  }
}
