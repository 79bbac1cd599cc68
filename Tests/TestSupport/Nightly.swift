import Foundation
public import Testing

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
}
