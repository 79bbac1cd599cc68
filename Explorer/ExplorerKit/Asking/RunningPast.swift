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
  /// The maximum time without an answer, or until a program matches.
  private let timeout: Duration

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
        helloTimeout: settings.timeout,
        pasts: Pasts(settings.pastLimits),
        isFetching: true
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
    timeout = settings.timeout
  }

  /// Returns the history of the program that is chosen; `nil` if interrupted.
  mutating func find() throws(ExplorerError) -> Found? {
    var deadline = ContinuousClock.now + timeout
    while !interruption.isRequested {
      if try turn() { deadline = .now + timeout }
      if viewer.holdsHistory == false { throw .question(.holdsNothing(command, path: path)) }
      if viewer.isUpToDate {
        do throws(CommandFailure) {
          if let past = try viewer.pasts.choose(choice) {
            return Found(
              history: past.history,
              program: past.candidate,
              hasEnded: !past.isConnected
            )
          }
        } catch {
          throw .command(error)
        }
      }
      guard ContinuousClock.now < deadline else {
        guard viewer.isUpToDate else { throw .endpoint(.hubSilent(path: path)) }
        let others = viewer.pasts.connected.map(\.candidate)
        throw .command(.noProgram(choice, after: timeout, others: others))
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
    return !events.isEmpty
  }
}
