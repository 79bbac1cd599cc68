import Foundation
public import Testing

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
  public static var nightly: ConditionTrait {
    .enabled(
      if: ProcessInfo.processInfo.environment["SLUICE_NIGHTLY"] != nil,
      "SLUICE_NIGHTLY isn't set."
    )
  }

  /// Leaves out a test under thread sanitizer, which slows it down and has nothing to find: it has one
  /// thread, or watches other processes, or measures volume.
  public static var unsanitized: ConditionTrait {
    .disabled(if: isSanitized, "Thread sanitizer has nothing to find here.")
  }
}

/// Whether the process was built with thread sanitizer, whose runtime it then has.
private let isSanitized = unsafe dlsym(UnsafeMutableRawPointer(bitPattern: 0), "__tsan_init") != nil
