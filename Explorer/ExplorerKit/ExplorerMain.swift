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
      throw .usage(error, arguments.lazy.compactMap(Command.named).first)
    }
    switch invocation {
    case .help(let command):
      try OutputStream.print(HelpText.text(about: command), unless: interruption)
    case .version: try OutputStream.print(ExplorerVersion.text + "\n", unless: interruption)
    case .run(let settings): try settings.command.run(settings, interruption)
    }
    return .success
  }

  /// Says on standard error what is wrong; arguments and paths may hold anything.
  static func warn(_ message: String) {
    let output = OutputStream.standardError()
    output.write("sluice-explorer: ")
    for line in message.split(separator: "\n") {
      output.writeLine(VisibleText(String(line)).description)
    }
    // With nowhere left to write, the exit code has to do.
    try? output.flush()
  }
}
