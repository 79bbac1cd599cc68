import SluiceSocket
import SluiceWire

/// The Explorer that listens, which answers questions about what it holds.
struct RunningExplorer {
  /// The time between two questions while no program matches.
  private static let pause = Duration.milliseconds(50)

  private let viewer: Viewer
  private let path: String
  private let interruption: Interruption
  /// The maximum time without an answer, or until a program matches.
  private let timeout: Duration

  /// Connects to it.
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
        role: .asker,
        pasts: Pasts(.none)
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
    timeout = settings.timeout
  }

  /// Returns the answer to a question, asked again while no program matches; `nil` if interrupted.
  func answer(_ question: WireRecord.Question) throws(ExplorerError) -> WireRecord.Answer? {
    let deadline = ContinuousClock.now + timeout
    while let record = try ask(question, until: deadline) {
      switch record {
      case .answer(let answer): return answer
      case .error(let failure):
        let code = failure.code.flatMap(Int32.init(exactly:)).flatMap(ExitCode.init(rawValue:))
        guard code == .endpointUnavailable, .now < deadline else {
          throw .refused(failure.message, code ?? .refused)
        }
        _ = try turn()
      case .hello, .state, .commit, .effect, .diagnostic, .reads, .dropped, .bye, .welcome,
        .dispatch, .restore, .pause, .resume, .snapshot, .question, .problem, .disconnected, .live,
        .mark, .unknown:
        throw .endpoint(.hubSilent(path: path))
      }
    }
    return nil
  }

  /// Asks, and waits for what the Explorer says; `nil` if interrupted.
  private func ask(
    _ question: WireRecord.Question,
    until deadline: ContinuousClock.Instant
  ) throws(ExplorerError) -> WireRecord? {
    while !viewer.isWelcome, !interruption.isRequested { _ = try turn() }
    let request: Int
    do throws(CommandRefusal) {
      request = try viewer.send(.question(question), to: nil)
    } catch {
      throw .command(.refused(label: "The running sluice-explorer", message: error.description))
    }
    let end = max(deadline, .now + timeout)
    while !interruption.isRequested {
      for case .answer(request, let record) in try turn() { return record }
      guard ContinuousClock.now < end else { throw .endpoint(.hubSilent(path: path)) }
    }
    return nil
  }

  private func turn() throws(ExplorerError) -> [HubEvent] {
    do throws(SocketError) {
      return try viewer.turn(
        alsoWaitingFor: [(interruption.descriptor, .reading)],
        atMost: Self.pause
      )
    } catch .peerClosed {
      throw .command(.wentAway(label: "The sluice-explorer that listened"))
    } catch {
      throw .endpoint(error)
    }
  }
}
