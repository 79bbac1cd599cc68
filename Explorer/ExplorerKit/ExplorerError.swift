import SluiceSocket

/// Why a command ends before its time.
enum ExplorerError: Error, Hashable {
  case usage(UsageError, Command?)
  case endpoint(SocketError)
  case output(OutputError)
  case command(CommandFailure)

  /// Does something with an endpoint or a socket, where all that goes wrong is about it.
  static func endpoint<Result: ~Copyable>(
    _ body: () throws(SocketError) -> Result
  ) throws(ExplorerError) -> Result {
    do throws(SocketError) {
      return try body()
    } catch {
      throw .endpoint(error)
    }
  }

  var exitCode: ExitCode {
    switch self {
    case .usage: .usage
    case .endpoint(let error): error.isAboutItsText ? .usage : .endpointUnavailable
    case .output(.closed), .output(.interrupted): .success
    case .output(.failed): .outputFailed
    case .command(let failure): failure.exitCode
    }
  }

  /// For the person at the terminal; nil for an end that nobody has to be told of.
  var message: String? {
    switch self {
    case .usage(let error, let command):
      let name = command.map { " " + $0.rawValue } ?? ""
      return "\(error)\nSee sluice-explorer\(name) --help."
    case .endpoint(let error):
      return error.description
    case .output(.closed), .output(.interrupted):
      return nil
    case .command(let failure):
      return failure.description
    case .output(.failed(let reason, let code)):
      return "The output cannot be written: \(reason) (\(code)). Make room, or write elsewhere."
    }
  }
}

extension SocketError {
  /// Whether it is wrong as it is written, wherever it is used.
  fileprivate var isAboutItsText: Bool {
    switch self {
    case .unknownEndpoint, .emptyPath, .relativePath, .dottedPath, .abstractName, .zeroByteInPath,
      .pathTooLong, .notASocketEndpoint:
      true
    default: false
    }
  }
}
