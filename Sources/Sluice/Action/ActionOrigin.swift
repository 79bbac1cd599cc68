/// Where an action was dispatched, and what led to it.
public struct ActionOrigin: Sendable {
  /// The source position of a dispatch, as the compiler writes it: costs nothing to pass.
  @usableFromInline
  struct Site: Sendable {
    @usableFromInline let fileID: StaticString
    @usableFromInline let line: UInt
    @usableFromInline let function: StaticString

    @inlinable
    init(fileID: StaticString, line: UInt, function: StaticString) {
      self.fileID = fileID
      self.line = line
      self.function = function
    }

    /// Stands where nobody has dispatched yet.
    static let nowhere = Site(fileID: "", line: 0, function: "")
  }

  /// The commit, and the effect if there was one, that led to an action.
  public struct Cause: Sendable, Hashable {
    /// The number of the commit that the dispatching code was reacting to.
    public let commit: Int
    /// The effect that dispatched; `nil` for a subscriber or an interceptor.
    public let effect: EffectRunID?

    /// Names a cause, for a test that makes a ``Commit``.
    public init(commit: Int, effect: EffectRunID? = nil) {
      self.commit = commit
      self.effect = effect
    }
  }

  let site: Site
  /// What the caller added in its own words.
  public let note: String?
  /// What led to this action; `nil` when it came from outside, from a tap or a timer.
  public let cause: Cause?
  /// The type of the action that a middleware had not passed on yet when it dispatched this one.
  ///
  /// Middleware that dispatches before it passes its action on has no commit to name as the cause:
  /// ``cause`` is then what led to that action.
  public let precededAction: (any Action.Type)?

  init(
    site: Site,
    note: String?,
    cause: Cause?,
    precededAction: (any Action.Type)? = nil
  ) {
    self.site = site
    self.note = note
    self.cause = cause
    self.precededAction = precededAction
  }

  /// Makes an origin, for a test that makes a ``Commit``.
  /// - Parameters:
  ///   - note: What the caller added in its own words.
  ///   - cause: What led to the action.
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

  /// Module and file of the caller, such as `"Shop/Checkout.swift"`.
  public var fileID: String { site.fileID.description }
  /// The caller's line, from 1.
  public var line: Int { Int(site.line) }
  /// The caller's function, such as `"buy()"`.
  public var function: String { site.function.description }
}
