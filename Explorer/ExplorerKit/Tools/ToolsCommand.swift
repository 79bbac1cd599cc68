import SluiceSocket
import SluiceWire

/// `sluice-explorer mcp`: answers an assistant's questions on standard input and output.
///
/// Ends with its input.
struct ToolsCommand {
  let settings: Settings
  let interruption: Interruption

  func run() throws(ExplorerError) {
    let past = ToolPast(
      ProgramChoice(app: settings.app, store: settings.store),
      History.Limits(commits: settings.keep)
    )
    var server = ToolServer(
      past: past,
      allowsCommands: settings.allowsCommands,
      timeout: settings.timeout
    )
    if settings.arguments.isEmpty {
      let watcher = try settings.makeWatcher()
      try discover(watcher, &server)
      try serve(&server, watcher)
    } else {
      try read(&server)
      try serve(&server, nil)
    }
  }

  // MARK: - Sources

  /// Reads the session file to its end.
  private func read(_ server: inout ToolServer) throws(ExplorerError) {
    let player = try settings.makePlayer(speed: nil)
    while !interruption.isRequested {
      guard let events = try player.turn(alsoWaitingFor: [(interruption.descriptor, .reading)])
      else { break }
      for event in events { _ = server.take(event) }
    }
    server.endEvents()
    do throws(SessionError) {
      try player.finish()
    } catch {
      // What could be read can be asked about.
      Remark.write(error.description)
    }
  }

  /// Waits, for no longer than the timeout, for all programs and what the hub holds of them.
  ///
  /// The first question is read after that: its answer would otherwise be half of one.
  private func discover(
    _ watcher: Watcher,
    _ server: inout ToolServer
  ) throws(ExplorerError) {
    var discovery = ProgramDiscovery()
    let deadline = ContinuousClock.now + settings.timeout
    while !interruption.isRequested, case let now = ContinuousClock.now, now < deadline,
      !discovery.isComplete(asHub: watcher.isHub, now: now) || !server.past.isUpToDate
    {
      let events = try ExplorerError.endpoint { () throws(SocketError) in
        try watcher.turn(
          alsoWaitingFor: [(interruption.descriptor, .reading)],
          atMost: .milliseconds(20)
        )
      }
      for event in events {
        discovery.take(event)
        _ = server.take(event)
      }
      discovery.ask(watcher, asHub: watcher.isHub)
      server.ask(watcher)
    }
  }

  // MARK: - Serving

  /// Answers until the input ends, or the output is closed.
  private func serve(
    _ server: inout ToolServer,
    _ watcher: Watcher?
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
      for event in events { handle(server.take(event), &server, watcher, output) }
      if let watcher { server.ask(watcher) }
      handle(server.expire(now: .now), &server, watcher, output)
      let isReady = watcher == nil || input.isReady
      if isReady {
        guard let lines = try input.read(unless: interruption) else { break }
        for line in lines {
          switch line {
          case .success(let bytes):
            handle(server.receive(bytes[...], now: .now), &server, watcher, output)
          case .failure(let fault):
            handle(server.receiveTooLong(bytes: fault.bytes), &server, watcher, output)
          }
        }
      }
      try flush(output)
    }
    handle(server.end(), &server, watcher, output)
    try flush(output)
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

  private func flush(_ output: OutputStream) throws(ExplorerError) {
    do throws(OutputError) {
      try output.flush(unless: interruption)
    } catch {
      throw .output(error)
    }
  }
}
