public import Sluice

/// What an ``ExplorerInterceptor`` shows of a store, and what it allows.
///
/// Change what differs from the defaults where the interceptor is made:
///
/// ```swift
/// ExplorerInterceptor<AppState>(name: "Todo") {
///   $0.redaction = ["user.email"]
///   $0.allowsRestore = true
/// }
/// ```
///
/// Calls `filter`, `transformAction`, `transformState` and `describeError` on the interceptor's
/// background thread, one at a time, before it encodes anything: what they omit is nowhere.
public struct ExplorerConfiguration<State: Sendable>: Sendable {
  /// The name that distinguishes this store from others of the program; `nil` by default.
  public var storeName: String?

  /// Whether the interceptor does anything; `nil` for the default, which is true in a debug build, and
  /// in a release build only if the environment names an endpoint.
  public var isEnabled: Bool?

  /// The number of last commits before a connection to send, without their changes.
  ///
  /// By default, which is `nil`, all since the program began if an Explorer is there already, none if
  /// the first one comes later, so that a program that isn't watched pays next to nothing, and 200
  /// between two connections.
  public var backlog: Int?

  /// How much may wait to be sent.
  public var limits = ExplorerLimits()

  /// What happens when commits come faster than they can be sent.
  ///
  /// By default, which is `nil`, drops the oldest where an Explorer is to see them, and waits for up
  /// to 10 seconds where a `file:` endpoint is to record them.
  public var overflow: ExplorerOverflow?

  /// What to redact; by default, values under names such as `password`.
  public var redaction = Redaction.standard

  /// Returns whether to show an action; `nil` to show all.
  ///
  /// What hidden ones change is shown with the next one that is shown.
  public var filter: (@Sendable (any Action) -> Bool)?

  /// Returns the value to show for an action; `nil` to show the action itself.
  public var transformAction: (@Sendable (any Action) -> any Action)?

  /// Returns the value to show for a state; `nil` to show the state itself.
  ///
  /// Each value is a copy of the state.
  public var transformState: (@Sendable (State) -> State)?

  /// Returns the text for an error that an effect's run threw; `nil` for the error's own description.
  public var describeError: (@Sendable (any Error) -> String)?

  /// Whether to measure, and show, which selectors and observers run for each commit; false by default.
  ///
  /// Finds selectors that run too often, and subscriptions that are too broad. While an Explorer
  /// watches, each run costs what ``/Sluice/InterceptorInterests/reads`` says. Names and source
  /// positions are sent, and no values.
  public var showsReads = false

  /// The types of actions that the Explorer may dispatch; none by default.
  public var acceptedActions: [any (Action & Decodable).Type] = []

  /// Whether the Explorer may restore states; false by default.
  ///
  /// Restores by the number of a commit whose state is still held, of which there are
  /// ``ExplorerLimits/restorableStates``, and from an edited text if the state is `Decodable` and not
  /// transformed. Reduces actions again without some of them, the last
  /// ``ExplorerLimits/recordedActions`` at least. Redacted values then keep their live value. Starts no effect; feedbacks follow the
  /// state.
  public var allowsRestore = false

  /// Creates the default configuration.
  public init() {}
}
