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
  private var programs = HeldPrograms()
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
      if viewer.holdsHistory == true, programs.request == nil {
        // Without room, the next turn makes some.
        programs.request = try? viewer.send(.history(WireRecord.History(request: 0)), to: nil)
      }
      let search: HeldPrograms.Search
      do throws(CommandFailure) {
        search = try programs.search(for: choice)
      } catch {
        throw .command(error)
      }
      let isOverdue = ContinuousClock.now >= deadline
      switch search {
      case .found(let program, let hasEnded):
        return (program, hasEnded)
      case .missing(let others) where isOverdue:
        throw .command(.noProgram(choice, after: timeout, others: others))
      case .unknown where isOverdue:
        throw .endpoint(.hubSilent(path: path))
      case .missing, .unknown:
        break
      }
    }
    return nil
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
      programs.take(event)
    }
    return !events.isEmpty
  }
}
