import SluiceSocket

/// `sluice-explorer check-client ROLE`.
struct CheckClientCommand {
  let settings: Settings
  let interruption: Interruption

  /// What the client under test claims to be.
  enum Role: String, CaseIterable {
    case program
    case viewer
  }

  /// Returns whether the client follows all rules.
  func run() throws(ExplorerError) -> ExitCode {
    let argument = settings.arguments.first ?? ""
    guard let role = Role(rawValue: argument) else {
      throw .usage(.badArgument(argument, "program or viewer"), .checkClient)
    }
    let resolution = try ExplorerError.endpoint { () throws(SocketError) in
      try Endpoint.resolve(argument: settings.endpoint)
    }
    let listener = try ExplorerError.endpoint { () throws(SocketError) in
      try Listener(at: resolution.endpoint, policy: settings.policy)
    }
    Remark.write("Waiting for a \(role.rawValue) at \(resolution.explanation).")
    let report = CheckReport(to: .standardOutput(), interruption: interruption)
    switch role {
    case .program:
      var check = ProgramCheck(
        listener: listener,
        interruption: interruption,
        timeout: settings.timeout,
        report: report
      )
      try check.run()
      return check.report.exitCode
    case .viewer:
      var check = ViewerCheck(
        listener: listener,
        interruption: interruption,
        timeout: settings.timeout,
        report: report
      )
      try check.run()
      return check.report.exitCode
    }
  }
}
