import Sluice
import TestSupport
import Testing

@testable import SluiceCore
@testable import SluiceEffects
@testable import SluiceFeatures

@Suite(.inTurn) struct ActionMatchTests {
  private struct Inner: Action {}
  private struct Outer: Action {}

  private static func lift() -> ActionLift {
    ActionLift(
      Place<Int, Only, Int>.state(\.self),
      .case({ (_: Outer) in Inner() }, { (_: Inner) in Outer() })
    )
  }

  @Test func `matches of different lifts are unequal, and so are their hashes`() {
    let lift = Self.lift()
    let match = ActionMatch(Inner.self)
    let lifted = match.lifted(by: lift)
    let others = [match] + (0..<8).map { _ in match.lifted(by: Self.lift()) }
    #expect(lifted == match.lifted(by: lift))
    #expect(lifted.hashValue == match.lifted(by: lift).hashValue)
    for other in others {
      #expect(lifted != other)
      #expect(lifted.hashValue != other.hashValue)
    }
  }
}
