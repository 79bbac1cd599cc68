public import Sluice
import SluiceSocket

/// Lets a `sluice-explorer` watch a store: every action, what it changed, and what effects do.
///
/// ```swift
/// store.register(interceptor: ExplorerInterceptor(name: "Todo"))
/// ```
///
/// On the thread that dispatches it takes the commit's values and returns. Encoding, comparing and
/// sending happen on one background thread of its own, which connects to the Explorer when there is
/// one, and again when it was restarted. Without an Explorer it keeps no state, and where there was none
/// when the program began, no actions either, unless it is given a `backlog`. The program never waits for it, unless ``ExplorerOverflow/wait(upTo:)`` says so.
///
/// An interceptor watches one store. When the store is freed, or the interceptor unregistered, it
/// sends what it still has, says goodbye, and its thread ends.
///
/// States and actions that are `Encodable` are shown as they encode themselves, others by reflection,
/// and objects of classes that are not `Encodable` by their type's name alone. A conformance that is
/// isolated to an actor counts as none, since the background thread cannot use it.
///
/// `filter`, `transformAction`, `transformState` and `describeError` are called on the background
/// thread, one at a time, before anything is encoded: what they leave out is nowhere.
public final class ExplorerInterceptor<State: Sendable>: Interceptor, AttachedInterceptor {
  /// `nil` while it is off.
  let link: Link?
  private let address: String?
  private let reasonOff: String?

  /// Makes an interceptor for one store.
  ///
  /// - Parameters:
  ///   - name: The program's name; by default that under which the process was started.
  ///   - storeName: Tells this store from others of the program.
  ///   - endpoint: Where the Explorer listens, as `unix:PATH`, or a new file for a recording, as
  ///     `file:PATH`. By default what the environment's `SLUICE_EXPLORER` says, else `explorer.sock`
  ///     in `$XDG_RUNTIME_DIR/sluice` or in `/tmp/sluice-UID`.
  ///   - enabled: Whether to do anything at all. By default yes in a debug build, and in a release
  ///     build only if the environment names an endpoint.
  ///   - backlog: How many of the last commits before a connection are sent, without their changes.
  ///     By default those since the program began if an Explorer is there already, none if the first
  ///     one comes later, so that a program that nobody watches pays next to nothing, and 200 between
  ///     two connections.
  ///   - limits: How much may wait to be sent.
  ///   - overflow: What happens when the Explorer is slower than the program.
  ///   - redaction: What is withheld: by default values under names such as `password`.
  ///   - filter: Which actions are shown. What the others change is shown with the next one that is.
  ///   - transformAction: Makes what is shown in place of an action.
  ///   - transformState: Makes what is shown in place of a state: each is a copy.
  ///   - describeError: Makes the text of what an effect's run threw.
  ///   - accepted: The types of actions that the Explorer may dispatch; none by default.
  ///   - allowsRestore: Whether the Explorer may put states back: by the number of a commit whose
  ///     state is still held, of which there are ``ExplorerLimits/heldStates``, and from an edited
  ///     text if the state is `Decodable` and not transformed. Values that are withheld from the
  ///     Explorer keep their live value then. No effect is set off; feedbacks follow the state. Off by default.
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

  /// Where it sends to, whether an Explorer is there, and why it is off if it is.
  public var endpoint: ExplorerEndpoint {
    let status = link?.status
    return ExplorerEndpoint(
      address: address,
      reasonOff: reasonOff,
      isConnected: status?.isConnected ?? false,
      trouble: status?.trouble
    )
  }

  /// Waits until everything up to now was handed to the Explorer, for instance before the program
  /// exits.
  ///
  /// Blocks the calling thread. Without an Explorer it returns as soon as it knows that there is
  /// none.
  ///
  /// - Returns: Whether everything was; true if there was nothing to send, or the interceptor is off.
  @discardableResult
  public func flush(timeout: Duration = .seconds(1)) -> Bool {
    link?.flush(timeout: timeout) ?? true
  }

  /// When and how long, and how effects fare; the old state is known already.
  ///
  /// Before an Explorer was there for the first time it needs nothing, unless it keeps a backlog.
  public var interests: InterceptorInterests {
    link?.watch.interests ?? []
  }

  /// Takes what is to be shown.
  public func committed(_ commit: Commit<State>) {
    guard let link, link.watch.takes(commit.number) else { return }
    link.add(commit.facts, commit.heldState)
  }

  /// Takes what is to be shown.
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
