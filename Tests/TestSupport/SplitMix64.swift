import Foundation

/// Pseudorandom numbers, the same in every run with the same base seed.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  /// The number that `SLUICE_SEED` names, 0 without it: another one makes other random numbers in every test.
  package static let baseSeed =
    ProcessInfo.processInfo.environment["SLUICE_SEED"].flatMap { UInt64($0) } ?? 0

  private var state: UInt64

  package init(seed: UInt64) {
    state = seed &+ Self.baseSeed &* 0xD134_2543_DE82_EF95
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  package mutating func pick(_ range: Range<Int>) -> Int {
    Int.random(in: range, using: &self)
  }
}
