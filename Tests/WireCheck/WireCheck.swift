import ExplorerTerminal
import Foundation
import SluiceSocket

/// `wire-check program|viewer [--endpoint ENDPOINT] [--timeout SECONDS]`: tests a client in any language
/// against the page *The wire*.
@main
struct WireCheck {
  /// What the client under test claims to be.
  enum Role: String {
    case program
    case viewer
  }

  private static let usage =
    "usage: wire-check program|viewer [--endpoint ENDPOINT] [--timeout SECONDS]"

  static func main() {
    var arguments = CommandLine.arguments.dropFirst()
    guard let role = arguments.popFirst().flatMap(Role.init) else { end(usage, 64) }
    var endpoint: String?
    var timeout = Duration.seconds(10)
    while let option = arguments.popFirst() {
      switch (option, arguments.popFirst()) {
      case ("--endpoint", let value?): endpoint = value
      case ("--timeout", let value?):
        guard let seconds = Double(value), seconds > 0 else { end(usage, 64) }
        timeout = .seconds(seconds)
      default: end(usage, 64)
      }
    }
    do throws(SocketError) {
      exit(try check(role, at: try Endpoint.resolve(argument: endpoint).endpoint, timeout) ? 0 : 76)
    } catch {
      end("\(error)", 69)
    }
  }

  /// Returns whether a client follows all rules.
  private static func check(
    _ role: Role,
    at endpoint: Endpoint,
    _ timeout: Duration
  ) throws(SocketError) -> Bool {
    let listener = try Listener(at: endpoint)
    write("Waiting for a \(role.rawValue) at \(endpoint).", to: .standardError)
    let report = CheckReport { write($0, to: .standardOutput) }
    switch role {
    case .program:
      var check = ProgramCheck(listener: listener, timeout: timeout, report: report)
      try check.run()
      return check.report.isFine
    case .viewer:
      var check = ViewerCheck(listener: listener, timeout: timeout, report: report)
      try check.run()
      return check.report.isFine
    }
  }

  private static func end(_ message: String, _ code: Int32) -> Never {
    write(message, to: .standardError)
    exit(code)
  }

  private static func write(_ line: String, to file: FileHandle) {
    try? file.write(contentsOf: Data((VisibleText(line).description + "\n").utf8))
  }
}
