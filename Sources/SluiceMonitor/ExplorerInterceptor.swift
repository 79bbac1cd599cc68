public import Sluice
import SluiceRecordings
import SluiceSocket

/// Shows a store in `sluice-explorer`: every action, its changes, and the runs of effects.
///
/// ```swift
/// store.register(interceptor: ExplorerInterceptor(name: "Todo"))
/// ```
///
/// What differs from the defaults is set in a closure, as ``ExplorerConfiguration`` lists it:
///
/// ```swift
/// store.register(
///   interceptor: ExplorerInterceptor(name: "Todo") {
///     $0.backlog = 100
///     $0.redaction = ["user.email"]
///   }
/// )
/// ```
///
/// Copies the commit's values on the dispatching thread, and returns. Encodes, compares and sends
/// on a single background thread of its own, which connects to the Explorer when there is one, and
/// reconnects after a restart. Without an Explorer it retains no state; if there was none when the
/// program began, no actions either, unless it has a `backlog`. The program never waits for it,
/// except with ``ExplorerOverflow/wait(upTo:)``, which is the default for a recording: a `file:`
/// endpoint receives every commit, from the first one after the registration.
///
/// An interceptor watches one store. When the store is freed, or the interceptor unregistered, it
/// sends what is pending, says goodbye, and its thread ends.
///
/// Shows states and actions that are `Encodable` as they encode themselves, others by reflection,
/// and objects of classes that are not `Encodable` by their type's name alone. A conformance that
/// is isolated to an actor doesn't count, since the background thread can't use it.
public final class ExplorerInterceptor<State: Sendable>: EffectInterceptor, ReadInterceptor,
  WatchingInterceptor, AttachedInterceptor
{
  /// `nil` while the interceptor is off.
  let link: Link?
  private let address: String?
  private let reasonOff: String?
  /// Why it can't do what the program asks for.
  private let failure: String?

  /// Creates an interceptor for one store.
  ///
  /// - Parameters:
  ///   - name: The program's name; by default, the name under which the process was started.
  ///   - endpoint: Where the Explorer listens, as `unix:PATH`, or a new file for a recording, as
  ///     `file:PATH`. By default, the environment's `SLUICE_EXPLORER`, or else `explorer.sock` in
  ///     `$XDG_RUNTIME_DIR/sluice` or in `/tmp/sluice-UID`.
  ///   - limit: How large a recording becomes, which then is two files that take turns, `PATH` and
  ///     `PATH.1`, and continues what is there. By default, which is `nil`, it isn't bounded.
  ///   - configure: Changes what differs from the default configuration.
  public init(
    name: String? = nil,
    endpoint: String? = nil,
    limit: ExplorerRecordingLimit? = nil,
    _ configure: (inout ExplorerConfiguration<State>) -> Void = { _ in }
  ) {
    var configuration = ExplorerConfiguration<State>()
    configure(&configuration)
    var settings = Link.Settings(configuration, name: name ?? HostProcess.name)
    settings.recordingLimit = limit?.bytes
    let reader = StateReader(State.self, configuration.transformState)
    (link, address, reasonOff, failure) = Self.makeLink(
      settings,
      reader,
      to: endpoint,
      enabled: configuration.isEnabled
    )
  }

  private static func makeLink(
    _ settings: Link.Settings,
    _ reader: StateReader,
    to endpoint: String?,
    enabled: Bool?
  ) -> (Link?, address: String?, reasonOff: String?, failure: String?) {
    var address: String?
    do {
      let resolution = try Endpoint.resolve(argument: endpoint)
      address = resolution.endpoint.description
      if let reason = reasonOff(enabled: enabled, resolution) {
        return (nil, address, reason, nil)
      }
      return (try Link(settings, to: resolution.endpoint, reader: reader), address, nil, nil)
    } catch {
      return (nil, address, "\(error)", enabled == false ? nil : "\(error)")
    }
  }

  private static func reasonOff(enabled: Bool?, _ resolution: Endpoint.Resolution) -> String? {
    if let enabled { return enabled ? nil : "It was made with isEnabled = false." }
    #if DEBUG
      return nil
    #else
      return resolution.source == .environment
        ? nil
        : "This is a release build. Set isEnabled to true, or name the endpoint in the environment as"
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

  /// Waits until everything before this call is sent, or written, for instance before an exit.
  ///
  /// ``/Sluice/Store/close(within:)`` does that by itself. Blocks the calling thread. What other threads dispatch meanwhile doesn't delay it. Without an
  /// Explorer, returns once it knows that there is none. Called by an observer within a delivery, it
  /// waits for what has been delivered: the rest follows only when the observer has returned.
  ///
  /// - Returns: The number of earlier commits that were not sent: those that the timeout left,
  ///   those dropped during the call, and all since the registration if there is no Explorer; 0 if
  ///   everything was sent, or the interceptor is off.
  @discardableResult
  public func flush(timeout: Duration = .seconds(1)) -> Int {
    link?.flush(timeout: timeout) ?? 0
  }

  /// When commits begin, how long they take, and effects' runs; the old state is known already.
  ///
  /// Until an Explorer first connects it needs nothing, unless it keeps a backlog.
  public var interests: InterceptorInterests {
    link?.watch.interests ?? []
  }

  /// Records the commit to be shown.
  public func committed(_ commit: Commit<State>) {
    guard let link, link.watch.shouldRecord(commit.number) else { return }
    link.add(commit.facts, commit.heldState)
  }

  /// Records the effect's event to be shown.
  public func effectChanged(_ event: EffectEvent) {
    link?.add(.effect(event, at: CommitFacts.now))
  }

  /// Records the runs of selectors and observers to be shown.
  public func read(_ reads: CommitReads) {
    link?.add(.reads(reads))
  }

  /// Records the diagnostic to be shown, without values of the state and of actions.
  public func diagnosed(_ diagnostic: StoreDiagnostic) {
    link?.add(diagnostic)
  }

  /// Waits until everything is sent, or written, for ten seconds at most; reports what a recording
  /// lacks.
  public func storeClosed() async { link?.flushAtClose() }

  package func willAttach() {
    link?.willAttach()
  }

  package func attached(to source: StateSource, after number: Int, state: HeldState) {
    link?.attach(to: source, after: number, state: state)
    if let failure { source.report(.explorerOff(reason: failure)) }
  }

  package var isDormant: Bool { link?.watch.isDormant ?? true }

  package func detached() {
    link?.close()
  }
}

extension Link.Settings {
  fileprivate init<State: Sendable>(_ configuration: ExplorerConfiguration<State>, name: String) {
    self.init(
      name: name,
      storeName: configuration.storeName,
      backlog: configuration.backlog,
      limits: configuration.limits,
      overflow: configuration.overflow,
      redaction: configuration.redaction,
      view: ActionView(
        shows: configuration.filter,
        transform: configuration.transformAction,
        describe: configuration.describeError
      ),
      accepted: AcceptedActions(configuration.acceptedActions),
      restorer: configuration.allowsRestore
        ? StateRestorer(State.self, isShown: configuration.transformState == nil) : nil,
      showsReads: configuration.showsReads
    )
  }
}
