import Foundation
package import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Trait where Self == ConditionTrait {
  /// Leaves out a test whose volume takes time, but for `SLUICE_NIGHTLY=1 swift test`.
  ///
  /// What it tests is tested with less volume too.
  package static var nightly: ConditionTrait {
    .enabled(if: isNightly, "SLUICE_NIGHTLY isn't set.")
  }

  /// Leaves out a test under thread sanitizer, which slows it down and has nothing to find: it has one
  /// thread, or watches other processes, or measures volume.
  package static var unsanitized: ConditionTrait {
    .disabled(if: isSanitized, "A sanitizer has nothing to find here, or changes what is measured.")
  }
}

/// How often a test does what finds rarer faults the more often it is done.
///
/// - Parameters:
///   - usual: As often as it takes to find a fault that somebody makes.
///   - nightly: As often with `SLUICE_NIGHTLY=1 swift test`.
package func volume<Number: FixedWidthInteger>(_ usual: Number, nightly: Number) -> Number {
  isNightly ? nightly : usual
}

private let isNightly = ProcessInfo.processInfo.environment["SLUICE_NIGHTLY"] != nil

/// Whether the process was built with a sanitizer, whose runtime it then has.
private let isSanitized = has("__tsan_init") || has("__asan_init")

private func has(_ function: String) -> Bool {
  unsafe dlsym(UnsafeMutableRawPointer(bitPattern: 0), function) != nil
}
