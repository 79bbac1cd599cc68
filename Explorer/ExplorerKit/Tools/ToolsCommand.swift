import SluiceSocket
import SluiceWire

/// `sluice-explorer mcp`: answers an assistant's questions on standard input and output.
///
/// Ends with its input.
struct ToolsCommand {
  let settings: Settings
  let interruption: Interruption

  func run() throws(ExplorerError) {
    var server = ToolServer(
      ProgramChoice(app: settings.app, store: settings.store),
      allowsCommands: settings.allowsCommands,
      timeout: settings.timeout
    )
    if settings.arguments.isEmpty {
      let watcher = try settings.makeWatcher(takesBacklog: true)
      try discover(watcher)
      try serve(&server, watcher) { watcher.pasts }
    } else {
      let pasts = try read()
      try serve(&server, nil) { pasts }
    }
  }

  // MARK: - Sources

  /// Returns what the session file has, all of which can be asked about.
  private func read() throws(ExplorerError) -> Pasts {
    var (file, pasts) = try settings.readSession(at: settings.arguments[0], interruption)
    do throws(SessionError) {
      try file.finish()
    } catch {
      // What could be read can be asked about.
      Remark.write(error.description)
    }
    pasts.disconnectAll()
    return pasts
  }

  /// Waits, for no longer than the timeout, for all programs and what the hub holds of them.
  ///
  /// The first question is read after that: its answer would otherwise be half of one.
  private func discover(_ watcher: Watcher) throws(ExplorerError) {
    let discovery = ProgramDiscovery()
    let deadline = ContinuousClock.now + settings.timeout
    while !interruption.isRequested, case let now = ContinuousClock.now, now < deadline,
      !discovery.isComplete(watcher, now: now)
    {
      _ = try ExplorerError.endpoint { () throws(SocketError) in
        try watcher.turn(
          alsoWaitingFor: [(interruption.descriptor, .reading)],
          atMost: .milliseconds(20)
        )
      }
    }
  }

  // MARK: - Serving

  /// Answers until the input ends, or the output is closed.
  ///
  /// - Parameter pasts: Returns what is known of programs.
  private func serve(
    _ server: inout ToolServer,
    _ watcher: Watcher?,
    _ pasts: () -> Pasts
  ) throws(ExplorerError) {
    let input = ToolInput()
    let output = OutputStream.standardOutput()
    while !interruption.isRequested {
      var events: [HubEvent] = []
      if let watcher {
        events = try ExplorerError.endpoint { () throws(SocketError) in
          try watcher.turn(
            alsoWaitingFor: [
              (input.descriptor, .reading), (interruption.descriptor, .reading),
            ],
            atMost: server.nextDeadline.map {
              min(.seconds(1), max(.zero, ContinuousClock.now.duration(to: $0)))
            } ?? .seconds(1)
          )
        }
      }
      for event in events {
        handle(server.outcome(of: event, pasts), &server, watcher, output)
      }
      handle(server.expire(now: .now), &server, watcher, output)
      // A watcher has waited.
      let limit: Duration? = watcher == nil ? nil : .zero
      guard let lines = try input.read(unless: interruption, atMost: limit) else { break }
      for line in lines {
        switch line {
        case .success(let bytes):
          handle(server.receive(bytes[...], pasts(), now: .now), &server, watcher, output)
        case .failure(let fault):
          handle(server.receiveTooLong(bytes: fault.bytes), &server, watcher, output)
        }
      }
      try output.write(unless: interruption)
    }
    handle(server.end(), &server, watcher, output)
    try output.write(unless: interruption)
  }

  private func handle(
    _ outputs: [ToolServer.Output],
    _ server: inout ToolServer,
    _ watcher: Watcher?,
    _ stream: OutputStream
  ) {
    for output in outputs {
      switch output {
      case .line(let line):
        stream.buffer += line
      case .command(let record, let instance, let call):
        do throws(CommandRefusal) {
          guard let watcher else { throw .unknownProgram(instance) }
          server.sent(call, request: try watcher.send(record, to: instance))
        } catch {
          handle(server.refused(call, error), &server, watcher, stream)
        }
      }
    }
  }
}
