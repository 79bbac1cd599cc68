import ExplorerTerminal
import SluiceSocket

/// The whole program.
package enum ExplorerMain {
  /// Does what the process's arguments say, and ends the process.
  package static func run() -> Never {
    runProcess(Array(CommandLine.arguments.dropFirst()))
  }

  /// Does what other arguments say, and ends the process: for a program that is an Explorer when it is
  /// told so.
  package static func runProcess(_ arguments: [String]) -> Never {
    run(arguments: arguments).exitProcess()
  }

  static func run(arguments: [String]) -> ExitCode {
    do throws(ExplorerError) {
      StandardDescriptors.fillGaps()
      let interruption = try ExplorerError.endpoint(Interruption.ofProcess)
      return try onDeepStack { () throws(ExplorerError) in try execute(arguments, interruption) }
    } catch {
      if let message = error.message { warn(message) }
      return error.exitCode
    }
  }

  /// Calls a function where there is room for values a thousand levels deep.
  private static func onDeepStack(
    _ body: () throws(ExplorerError) -> ExitCode
  ) throws(ExplorerError) -> ExitCode {
    let result = try? ServiceThread.call(name: "sluice-explorer") {
      Result { () throws(ExplorerError) in try body() }
    }
    guard let result else { return try body() }
    return try result.get()
  }

  private static func execute(
    _ arguments: [String],
    _ interruption: Interruption
  ) throws(ExplorerError) -> ExitCode {
    let invocation: Invocation
    do throws(UsageError) {
      invocation = try CommandLineParser.parse(arguments)
    } catch {
      throw .usage(error, arguments.lazy.compactMap(Command.init).first)
    }
    switch invocation {
    case .help(let command): try show(HelpText.text(about: command), interruption)
    case .version: try show(ExplorerVersion.text + "\n", interruption)
    case .run(let settings):
      switch settings.command {
      case .watch: try WatchCommand(settings: settings, interruption: interruption).run()
      case .log: try LogCommand(settings: settings, interruption: interruption).run()
      case .send, .restore: try SendCommand(settings: settings, interruption: interruption).run()
      case .record: try RecordCommand(settings: settings, interruption: interruption).run()
      case .replay: try ReplayCommand(settings: settings, interruption: interruption).run()
      case .stats: try StatsCommand(settings: settings, interruption: interruption).run()
      case .why, .history, .show, .state, .diff, .blame, .diagnostics:
        try AskCommand(settings: settings, interruption: interruption).run()
      case .mcp: try ToolsCommand(settings: settings, interruption: interruption).run()
      case .export: try ExportCommand(settings: settings, interruption: interruption).run()
      case .demo: try DemoCommand(settings: settings, interruption: interruption).run()
      }
    }
    return .success
  }

  private static func show(_ text: String, _ interruption: Interruption) throws(ExplorerError) {
    let output = OutputStream.standardOutput()
    output.write(text)
    do throws(OutputError) {
      try output.flush(unless: interruption)
    } catch {
      throw .output(error)
    }
  }

  /// Says on standard error what is wrong; arguments and paths may hold anything.
  private static func warn(_ message: String) {
    let output = OutputStream.standardError()
    output.write("sluice-explorer: ")
    for line in message.split(separator: "\n") {
      output.writeLine(VisibleText(String(line)).description)
    }
    // With nowhere left to write, the exit code has to do.
    try? output.flush()
  }
}
