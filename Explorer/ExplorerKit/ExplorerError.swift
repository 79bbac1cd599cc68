import SluiceSocket

/// Why a command ends before its time.
enum ExplorerError: Error, Hashable {
  case usage(UsageError, Command?)
  case endpoint(SocketError)
  case output(OutputError)
  case command(CommandFailure)
  case session(SessionError)
  case question(QuestionError)
  /// A running Explorer has no answer, and says why.
  case refused(String, ExitCode)
  /// What is to be said was said before.
  case said(ExitCode)
  /// What is recorded cannot be written.
  case recording(SocketError)

  /// Does something with an endpoint or a socket, where all that goes wrong is about it.
  static func endpoint<Result: ~Copyable>(
    _ body: () throws(SocketError) -> Result
  ) throws(ExplorerError) -> Result {
    try rethrow(body(), as: Self.endpoint)
  }

  /// Does something with a session file that is read.
  static func session<Result>(
    _ body: () throws(SessionError) -> Result
  ) throws(ExplorerError) -> Result {
    try rethrow(body(), as: Self.session)
  }

  var exitCode: ExitCode {
    switch self {
    case .usage: .usage
    case .endpoint(let error): error.isAboutItsText ? .usage : .endpointUnavailable
    case .output(.closed), .output(.interrupted): .success
    case .command(let failure): failure.exitCode
    case .output(.failed), .recording(.system("write", _, _)), .recording(.fileLost): .outputFailed
    case .recording: .cannotCreate
    case .question(.nothingRecorded), .question(.noState): .damagedFile
    case .question(.noExplorer): .endpointUnavailable
    case .question: .usage
    case .refused(_, let code), .said(let code): code
    case .session(.cannotOpen): .noInput
    case .session: .damagedFile
    }
  }

  /// For the person at the terminal; `nil` for an end that needs no message.
  var message: String? {
    switch self {
    case .usage(let error, let command):
      let name = command.map { " " + $0.name } ?? ""
      return "\(error)\nSee sluice-explorer\(name) --help."
    case .endpoint(let error):
      return error.description
    case .output(.closed), .output(.interrupted), .said:
      return nil
    case .command(let failure):
      return failure.description
    case .session(let error):
      return error.description
    case .question(let error):
      return error.description
    case .refused(let message, _):
      return message
    case .recording(.fileExists(let path)):
      return """
        The file “\(path)” already exists and is not overwritten. Choose another name, or pass \
        --force.
        """
    case .recording(let error):
      return error.description
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
