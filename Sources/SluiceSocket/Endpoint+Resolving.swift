extension Endpoint {
  /// An endpoint together with what named it, for `--verbose` and for the rule that a release
  /// build connects only on request.
  package struct Resolution: Hashable, Sendable {
    package enum Source: Hashable, Sendable {
      case argument
      case environment
      case runtimeDirectory
      case temporaryDirectory
    }

    package var endpoint: Endpoint
    package var source: Source

    package init(endpoint: Endpoint, source: Source) {
      self.endpoint = endpoint
      self.source = source
    }
  }

  package static let variable = "SLUICE_EXPLORER"
  package static let runtimeDirectoryVariable = "XDG_RUNTIME_DIR"

  /// Finds the endpoint: an argument, else `SLUICE_EXPLORER`, else a socket in the user's runtime
  /// directory, else one in `/tmp`.
  ///
  /// `TMPDIR` is never asked, because it differs from shell to shell. A variable that is set to
  /// nothing counts as not set.
  ///
  /// - Parameter probe: What stands at a path, links not followed; `nil` for nothing.
  package static func resolve(
    argument: String?,
    environment: [String: String],
    userID: UInt32,
    probe: (String) -> PathFacts?
  ) throws(SocketError) -> Resolution {
    if let argument {
      return Resolution(endpoint: try Endpoint(parsing: argument), source: .argument)
    }
    if let named = environment[variable], !named.isEmpty {
      return Resolution(endpoint: try Endpoint(parsing: named), source: .environment)
    }
    if let runtime = environment[runtimeDirectoryVariable], runtime.hasPrefix("/"),
      let facts = probe(runtime), facts.kind == .directory, facts.owner == userID
    {
      let endpoint = try Endpoint(parsing: "unix:\(runtime)/sluice/explorer.sock")
      return Resolution(endpoint: endpoint, source: .runtimeDirectory)
    }
    let endpoint = try Endpoint(parsing: "unix:/tmp/sluice-\(userID)/explorer.sock")
    return Resolution(endpoint: endpoint, source: .temporaryDirectory)
  }

  /// Finds the endpoint for this process.
  package static func resolve(argument: String? = nil) throws(SocketError) -> Resolution {
    try resolve(
      argument: argument,
      environment: HostProcess.environment([variable, runtimeDirectoryVariable]),
      userID: HostProcess.userID,
      // A directory that cannot be looked at is not ours.
      probe: { path in (try? PathFacts(at: path)) ?? nil }
    )
  }
}
