import SluiceSocket
import SluiceWire

/// Fetches what a running Explorer holds of one program.
struct RunningPast {
  /// A history, and the program that it is of.
  struct Found {
    let history: History
    let program: ProgramChoice.Candidate
    /// Whether the program has ended.
    let hasEnded: Bool
  }

  /// What stands for the name of a file in messages.
  static let name = "what the running sluice-explorer holds"

  private let viewer: Viewer
  private let path: String
  private let interruption: Interruption
  private let command: Command
  private let choice: ProgramChoice
  private let limits: History.Limits
  /// The maximum time without an answer, or until a program matches.
  private let timeout: Duration
  /// The connected programs.
  private var connected: [ProgramChoice.Candidate] = []
  /// All of which something is held, those that ended last at the end; `nil` until the list has come.
  private var held: [WireRecord.Hello]?
  private var listRequest: Int?
  /// What has come of the list.
  private var listed: [WireRecord.Hello] = []
  private var past: HubPast?

  /// Connects to the Explorer that listens.
  ///
  /// - Parameter argument: What may have been meant as the name of a file.
  init(
    _ settings: Settings,
    _ interruption: Interruption,
    argument: String?
  ) throws(ExplorerError) {
    let resolution = try ExplorerError.endpoint { () throws(SocketError) in
      try Endpoint.resolve(argument: settings.endpoint)
    }
    path = resolution.endpoint.path
    do throws(SocketError) {
      viewer = try Viewer(
        to: resolution.endpoint,
        policy: settings.policy,
        longestRecord: settings.longestRecord,
        helloTimeout: settings.timeout
      )
    } catch .noHub(let path) {
      throw .question(.noExplorer(settings.command, argument: argument, path: path))
    } catch {
      throw .endpoint(error)
    }
    if settings.isVerbose {
      Remark.write("Asking the sluice-explorer that listens at \(resolution.explanation).")
    }
    self.interruption = interruption
    command = settings.command
    choice = ProgramChoice(app: settings.app, store: settings.store)
    limits = History.Limits(commits: settings.keep)
    timeout = settings.timeout
  }

  /// Returns the history of the program that is chosen; `nil` if interrupted.
  mutating func find() throws(ExplorerError) -> Found? {
    guard let (program, hasEnded) = try findProgram() else { return nil }
    past = HubPast(of: program.hello.instance, limits)
    var deadline = ContinuousClock.now + timeout
    while !interruption.isRequested {
      past?.ask(viewer)
      if try turn() { deadline = .now + timeout }
      guard let past else { return nil }
      if let refusal = past.refusal {
        throw .command(.refused(label: "The running sluice-explorer", message: refusal))
      }
      if past.isUpToDate {
        return Found(history: past.history, program: program, hasEnded: hasEnded)
      }
      guard ContinuousClock.now < deadline else { throw .endpoint(.hubSilent(path: path)) }
    }
    return nil
  }

  /// Returns the program that matches, and whether it has ended; `nil` if interrupted.
  private mutating func findProgram() throws(ExplorerError) -> (ProgramChoice.Candidate, Bool)? {
    let deadline = ContinuousClock.now + timeout
    while !interruption.isRequested {
      _ = try turn()
      if viewer.holdsHistory == false { throw .question(.holdsNothing(command, path: path)) }
      if viewer.holdsHistory == true, listRequest == nil { requestList() }
      if held == nil, ContinuousClock.now >= deadline { throw .endpoint(.hubSilent(path: path)) }
      do throws(CommandFailure) {
        // The programs that are connected come before the list.
        if let held {
          if let program = try choice.choose(among: connected) { return (program, false) }
          if let program = try choose(amongEnded: held) { return (program, true) }
        }
        guard ContinuousClock.now < deadline else {
          throw .noProgram(choice, after: timeout, others: connected)
        }
      } catch {
        throw .command(error)
      }
    }
    return nil
  }

  private mutating func requestList() {
    do throws(CommandRefusal) {
      listRequest = try viewer.send(.history(WireRecord.History(request: 0)), to: nil)
    } catch {
      // There is no room yet; the next turn makes some.
    }
  }

  /// Returns the program that ended last; of several stores, one has to be chosen.
  private func choose(
    amongEnded held: [WireRecord.Hello]
  ) throws(CommandFailure) -> ProgramChoice.Candidate? {
    var last: [ProgramChoice.Candidate] = []
    for hello in held {
      // The name under which the log would show it, if it were alone.
      var names = ProgramNames()
      let candidate = ProgramChoice.Candidate(label: names.take(for: hello), hello: hello)
      guard choice.matches(candidate) else { continue }
      last.removeAll { $0.hello.name == hello.name && $0.hello.store == hello.store }
      last.append(candidate)
    }
    guard last.count < 2 else { throw .severalPrograms(last) }
    return last.first
  }

  /// Waits for what comes, and takes it in.
  ///
  /// - Returns: Whether something came.
  private mutating func turn() throws(ExplorerError) -> Bool {
    let events: [HubEvent]
    do throws(SocketError) {
      events = try viewer.turn(
        alsoWaitingFor: [(interruption.descriptor, .reading)],
        atMost: .milliseconds(50)
      )
    } catch .peerClosed {
      throw .command(.wentAway(label: "The sluice-explorer that listened"))
    } catch {
      throw .endpoint(error)
    }
    for event in events {
      past?.take(event)
      note(event)
    }
    return !events.isEmpty
  }

  private mutating func note(_ event: HubEvent) {
    switch event {
    case .connected(let label, let hello):
      connected.append(ProgramChoice.Candidate(label: label, hello: hello))
    case .disconnected(_, let instance, _):
      // Its past is still held.
      guard let index = connected.firstIndex(where: { $0.hello.instance == instance }) else {
        return
      }
      held?.append(connected.remove(at: index).hello)
    case .held(let request, .hello(let hello)) where request == listRequest:
      listed.append(hello)
    case .held(let request, _) where request == listRequest:
      held = listed
    case .record, .problem, .held:
      break
    }
  }
}
