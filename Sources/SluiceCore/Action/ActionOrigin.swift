/// The place where an action was dispatched, and its cause.
public struct ActionOrigin: Sendable {
  /// The source position of a dispatch, as the compiler writes it; free to pass.
  @usableFromInline
  @frozen
  package struct Site: Sendable {
    @usableFromInline package let fileID: StaticString
    @usableFromInline package let line: UInt
    @usableFromInline package let function: StaticString

    @inlinable
    package init(fileID: StaticString, line: UInt, function: StaticString) {
      self.fileID = fileID
      self.line = line
      self.function = function
    }

    /// The file and the line, such as `"Shop/StockEffects.swift:12"`.
    package var position: String { "\(fileID):\(line)" }

    /// A placeholder for when nothing has been dispatched yet.
    static let nowhere = Site(fileID: "", line: 0, function: "")
  }

  /// The commit, and the effect if any, that led to an action.
  public struct Cause: Sendable, Hashable {
    /// The number of the commit that the dispatching code was reacting to; 0 for a feedback that began
    /// with the initial state.
    public let commit: Int
    /// The effect that dispatched; `nil` for a subscriber or an interceptor.
    public let effect: EffectRunID?

    /// Creates a cause, for a test that creates a ``Commit``.
    public init(commit: Int, effect: EffectRunID? = nil) {
      self.commit = commit
      self.effect = effect
    }
  }

  let site: Site
  /// A note from the caller.
  public let note: String?
  /// The cause of this action; `nil` if it came from outside, such as a tap or a timer.
  public let cause: Cause?
  /// The type of the action that a middleware had yet to pass on when it dispatched this one.
  ///
  /// Middleware that dispatches before it passes on its action has no commit to name: ``cause`` is
  /// then the cause of that action.
  public let precededAction: (any Action.Type)?
  private let values: Carried?

  init(
    site: Site,
    note: String?,
    cause: Cause?,
    precededAction: (any Action.Type)? = nil,
    carrying values: Carried? = nil
  ) {
    self.values = values
    self.site = site
    self.note = note
    self.cause = cause
    self.precededAction = precededAction
  }

  /// Creates an origin, for a test that creates a ``Commit``.
  /// - Parameters:
  ///   - note: A note from the caller.
  ///   - cause: The cause of the action.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  ///   - function: The caller's function.
  public init(
    note: String? = nil,
    cause: Cause? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) {
    let site = Site(fileID: fileID, line: line, function: function)
    self.init(site: site, note: note, cause: cause)
  }

  /// The caller's module and file, such as `"Shop/Checkout.swift"`.
  public var fileID: String { site.fileID.description }
  /// The caller's line, starting at 1.
  public var line: Int { Int(site.line) }
  /// The task-local values that the action takes along and that have a name, as text; made at each call.
  public var carried: [String: String] { values?.texts ?? [:] }
  /// The caller's function, such as `"buy()"`.
  public var function: String { site.function.description }
}

extension ActionOrigin: Hashable {
  /// Returns whether two origins name the same place, note, cause and preceded action.
  public static func == (one: Self, other: Self) -> Bool {
    one.line == other.line && one.fileID == other.fileID && one.function == other.function
      && one.note == other.note && one.cause == other.cause && one.precededID == other.precededID
  }

  /// Hashes everything that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(fileID)
    hasher.combine(line)
    hasher.combine(function)
    hasher.combine(note)
    hasher.combine(cause)
    hasher.combine(precededID)
  }

  private var precededID: ObjectIdentifier? { precededAction.map { ObjectIdentifier($0) } }
}
