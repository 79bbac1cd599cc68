public import Sluice
import SluiceSocket

/// Shows a store in `sluice-explorer`: every action, its changes, and the runs of effects.
///
/// ```swift
/// store.register(interceptor: ExplorerInterceptor(name: "Todo"))
/// ```
///
/// Copies the commit's values on the dispatching thread, and returns. Encodes, compares and sends
/// on a single background thread of its own, which connects to the Explorer when there is one, and
/// reconnects after a restart. Without an Explorer it retains no state; if there was none when the
/// program began, no actions either, unless it has a `backlog`. The program never waits for it,
/// except with ``ExplorerOverflow/wait(upTo:)``.
///
/// An interceptor watches one store. When the store is freed, or the interceptor unregistered, it
/// sends what is pending, says goodbye, and its thread ends.
///
/// Shows states and actions that are `Encodable` as they encode themselves, others by reflection,
/// and objects of classes that are not `Encodable` by their type's name alone. A conformance that
/// is isolated to an actor doesn't count, since the background thread can't use it.
///
/// Calls `filter`, `transformAction`, `transformState` and `describeError` on the background
/// thread, one at a time, before it encodes anything: what they omit is nowhere.
public final class ExplorerInterceptor<State: Sendable>: Interceptor, AttachedInterceptor {
  /// `nil` while the interceptor is off.
  let link: Link?
  private let address: String?
  private let reasonOff: String?

  /// Creates an interceptor for one store.
  ///
  /// - Parameters:
  ///   - name: The program's name; by default, the name under which the process was started.
  ///   - storeName: Distinguishes this store from others of the program.
  ///   - endpoint: Where the Explorer listens, as `unix:PATH`, or a new file for a recording, as
  ///     `file:PATH`. By default, the environment's `SLUICE_EXPLORER`, or else `explorer.sock` in
  ///     `$XDG_RUNTIME_DIR/sluice` or in `/tmp/sluice-UID`.
  ///   - enabled: Whether the interceptor does anything. By default, true in a debug build, and in
  ///     a release build only if the environment names an endpoint.
  ///   - backlog: The number of last commits before a connection to send, without their changes. By
  ///     default, all since the program began if an Explorer is there already, none if the first
  ///     one comes later, so that a program that isn't watched pays next to nothing, and 200
  ///     between two connections.
  ///   - limits: How much may wait to be sent.
  ///   - overflow: What happens when the Explorer is slower than the program.
  ///   - redaction: What to redact: by default, values under names such as `password`.
  ///   - filter: Returns whether to show an action. What hidden ones change is shown with the next
  ///     one that is shown.
  ///   - transformAction: Returns the value to show for an action.
  ///   - transformState: Returns the value to show for a state: each is a copy.
  ///   - describeError: Returns the text for an error that an effect's run threw.
  ///   - accepted: The types of actions that the Explorer may dispatch; none by default.
  ///   - allowsRestore: Whether the Explorer may restore states: by the number of a commit whose
  ///     state is still held, of which there are ``ExplorerLimits/heldStates``, and from an edited
  ///     text if the state is `Decodable` and not transformed. Redacted values then keep their live
  ///     value. Starts no effect; feedbacks follow the state. Off by default.
  public init(
    name: String? = nil,
    storeName: String? = nil,
    endpoint: String? = nil,
    enabled: Bool? = nil,
    backlog: Int? = nil,
    limits: ExplorerLimits = ExplorerLimits(),
    overflow: ExplorerOverflow = .dropOldest,
    redacting redaction: Redaction = .standard,
    filter: (@Sendable (any Action) -> Bool)? = nil,
    transformAction: (@Sendable (any Action) -> any Action)? = nil,
    transformState: (@Sendable (State) -> State)? = nil,
    describeError: (@Sendable (any Error) -> String)? = nil,
    accepting accepted: [any (Action & Decodable).Type] = [],
    allowsRestore: Bool = false
  ) {
    let settings = Link.Settings(
      name: name ?? HostProcess.name,
      storeName: storeName,
      backlog: backlog,
      limits: limits,
      overflow: overflow,
      redaction: redaction,
      view: ActionView(shows: filter, transform: transformAction, describe: describeError),
      accepted: AcceptedActions(accepted),
      restorer: allowsRestore ? StateRestorer(State.self, isShown: transformState == nil) : nil
    )
    let reader = StateReader(State.self, transformState)
    (link, address, reasonOff) = Self.makeLink(settings, reader, to: endpoint, enabled: enabled)
  }

  private static func makeLink(
    _ settings: Link.Settings,
    _ reader: StateReader,
    to endpoint: String?,
    enabled: Bool?
  ) -> (Link?, address: String?, reasonOff: String?) {
    var address: String?
    do {
      let resolution = try Endpoint.resolve(argument: endpoint)
      address = resolution.endpoint.description
      if let reason = reasonOff(enabled: enabled, resolution) { return (nil, address, reason) }
      return (try Link(settings, to: resolution.endpoint, reader: reader), address, nil)
    } catch {
      return (nil, address, "\(error)")
    }
  }

  private static func reasonOff(enabled: Bool?, _ resolution: Endpoint.Resolution) -> String? {
    if let enabled { return enabled ? nil : "It was made with enabled: false." }
    #if DEBUG
      return nil
    #else
      return resolution.source == .environment
        ? nil
        : "This is a release build. Pass enabled: true, or name the endpoint in the environment as"
          + " \(Endpoint.variable)."
    #endif
  }

  deinit {
    link?.close()
  }

  /// The endpoint it sends to, whether an Explorer is connected, and why it is off, if it is.
  public var endpoint: ExplorerEndpoint {
    let status = link?.status
    return ExplorerEndpoint(
      address: address,
      reasonOff: reasonOff,
      isConnected: status?.isConnected ?? false,
      trouble: status?.trouble
    )
  }

  /// Waits until everything so far was sent to the Explorer, for instance before an exit.
  ///
  /// Blocks the calling thread. Without an Explorer, returns once it knows that there is none.
  ///
  /// - Returns: Whether everything was sent; true if there was nothing to send, or the
  ///   interceptor is off.
  @discardableResult
  public func flush(timeout: Duration = .seconds(1)) -> Bool {
    link?.flush(timeout: timeout) ?? true
  }

  /// When commits begin, how long they take, and effects' runs; the old state is known already.
  ///
  /// Until an Explorer first connects it needs nothing, unless it keeps a backlog.
  public var interests: InterceptorInterests {
    link?.watch.interests ?? []
  }

  /// Records the commit to be shown.
  public func committed(_ commit: Commit<State>) {
    guard let link, link.watch.takes(commit.number) else { return }
    link.add(commit.facts, commit.heldState)
  }

  /// Records the effect's event to be shown.
  public func effectChanged(_ event: EffectEvent) {
    link?.add(event)
  }

  package func attached(to source: StateSource, after number: Int) {
    link?.attach(to: source, after: number)
  }

  package var isDormant: Bool { link?.watch.isDormant ?? true }

  package func detached() {
    link?.close()
  }
}
