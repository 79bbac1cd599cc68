public import SluiceLocks

/// What a store wants to know of its projectors, and the problems reported so far.
@usableFromInline
final class ProjectorWatch: @unchecked Sendable {
  // `@unchecked`: the fields are guarded by `lock`.

  /// The runs to watch; 0, as usually, for none.
  @usableFromInline let modes = Atomic<UInt8>(0)
  /// Where the runs are counted and timed, if they are.
  let reads = ReadLog()
  private let handler: (@Sendable (StoreDiagnostic) -> Void)?
  private let lock = PlainLock()
  private var reported: Set<String> = []

  /// Some runs are made twice.
  private static var checking: UInt8 { 1 }
  /// Runs are counted and timed.
  private static var measuring: UInt8 { 2 }

  /// - Parameter handler: Reports projectors that give unequal results; in debug builds, they are
  ///   looked for from the beginning.
  init(reportingTo handler: (@Sendable (StoreDiagnostic) -> Void)? = nil) {
    self.handler = handler
    #if DEBUG
      isChecking = handler != nil
    #endif
  }

  @inlinable var isWatching: Bool { modes.load(ordering: .relaxed) != 0 }
  var isChecking: Bool {
    get { modes.load(ordering: .relaxed) & Self.checking != 0 }
    set { set(Self.checking, newValue) }
  }
  var isMeasuring: Bool { modes.load(ordering: .relaxed) & Self.measuring != 0 }

  /// Starts or stops counting and timing runs.
  func measure(_ measures: Bool) { set(Self.measuring, measures) }

  private func set(_ mode: UInt8, _ isOn: Bool) {
    if isOn {
      modes.bitwiseOr(mode, ordering: .relaxed)
    } else {
      modes.bitwiseAnd(~mode, ordering: .relaxed)
    }
  }

  /// Reports a projector, once for each source position: selectors of a family share theirs.
  func report(_ name: String, _ position: String, _ difference: String) {
    if !lock.withLock({ reported.insert(position).inserted }) { return }
    handler?(.unstableProjector(name: name, position: position, difference: difference))
  }
}
