import SluiceSocket
import TestSupport
import Testing

@Suite(.inTurn)
struct EndpointTests {
  @Test(
    arguments: [
      (
        "unix:/run/user/1000/sluice/explorer.sock",
        .unix(path: "/run/user/1000/sluice/explorer.sock")
      ),
      ("unix://tmp///a/b.sock", .unix(path: "/tmp/a/b.sock")),
      ("file:session.jsonl", .file(path: "session.jsonl")),
      ("file:/tmp/session.jsonl", .file(path: "/tmp/session.jsonl")),
    ] as [(String, Endpoint)]
  )
  func `an endpoint is a kind and a path`(text: String, endpoint: Endpoint) throws {
    #expect(try Endpoint(parsing: text) == endpoint)
    #expect(try Endpoint(parsing: endpoint.description) == endpoint)
  }

  @Test(arguments: [
    (
      "tcp:localhost:80",
      "The endpoint “tcp:localhost:80” is of no known kind. Write unix:/path/to/socket or file:path."
    ),
    ("", "The endpoint “” is of no known kind. Write unix:/path/to/socket or file:path."),
    (
      "/tmp/a/b.sock",
      "The endpoint “/tmp/a/b.sock” is of no known kind. Write unix:/path/to/socket or file:path."
    ),
    ("unix:", "The endpoint “unix:” has no path. Write unix:/path/to/socket or file:path."),
    ("unix:/", "The endpoint “unix:/” has no path. Write unix:/path/to/socket or file:path."),
    ("unix:/x", "The endpoint “unix:/x” has no path. Write unix:/path/to/socket or file:path."),
    (
      "unix:/a/b/",
      "The endpoint “unix:/a/b/” has no path. Write unix:/path/to/socket or file:path."
    ),
    ("file:", "The endpoint “file:” has no path. Write unix:/path/to/socket or file:path."),
    (
      "unix:@sluice",
      "The endpoint “unix:@sluice” is an abstract name, which any user of this machine could take. "
        + "Write the path of a socket, as unix:/…"
    ),
    (
      "unix:\0sluice",
      "The endpoint “unix:\0sluice” is an abstract name, which any user of this machine could take. "
        + "Write the path of a socket, as unix:/…"
    ),
    ("unix:/a\0/b", "The path “/a\0/b” contains a zero byte. Write it without."),
    ("file:a\0", "The path “a\0” contains a zero byte. Write it without."),
    (
      "unix:a/b.sock",
      "The socket's path “a/b.sock” is relative, and a program and its Explorer may run in different "
        + "directories. Write the path from the root, as unix:/…"
    ),
    (
      "unix:/tmp/link/./b.sock",
      "The socket's path “/tmp/link/./b.sock” goes through “.” or “..”. Write it without."
    ),
    (
      "unix:/tmp/link/../b.sock",
      "The socket's path “/tmp/link/../b.sock” goes through “.” or “..”. Write it without."
    ),
    (
      "unix:/t/aaaaaaaaaaaaaaaa",
      "The socket's path “/t/aaaaaaaaaaaaaaaa” is 19 bytes long; this system takes at most 18. Choose "
        + "a shorter one with --endpoint or SLUICE_EXPLORER."
    ),
  ])
  func `an invalid endpoint is refused with a valid example`(text: String, message: String) {
    let error = #expect(throws: SocketError.self) { try Endpoint(parsing: text, capacity: 19) }
    #expect(error?.description == message)
  }

  @Test func `the limit is the system's, with room for the final zero`() throws {
    #expect(SocketAddress.pathCapacity == 108 || SocketAddress.pathCapacity == 104)
    let longest = "/t/" + String(repeating: "é", count: 52)
    #expect(longest.utf8.count == 107)
    #expect(try Endpoint(parsing: "unix:" + longest, capacity: 108).path == longest)
    #expect(throws: SocketError.pathTooLong(path: longest + "e", bytes: 108, limit: 108)) {
      try Endpoint(parsing: "unix:" + longest + "e", capacity: 108)
    }
  }

  private static let ours = PathFacts(kind: .directory, owner: 1_000, permissions: 0o700)

  @Test(
    arguments: [
      ("unix:/a/b", ["SLUICE_EXPLORER": "unix:/c/d"], nil, "unix:/a/b", .argument),
      (
        nil, ["SLUICE_EXPLORER": "unix:/c/d", "XDG_RUNTIME_DIR": "/run"], ours, "unix:/c/d",
        .environment
      ),
      (
        nil, ["SLUICE_EXPLORER": "", "XDG_RUNTIME_DIR": "/run"], ours,
        "unix:/run/sluice/explorer.sock", .runtimeDirectory
      ),
      (
        nil, ["XDG_RUNTIME_DIR": "/run"], nil, "unix:/tmp/sluice-1000/explorer.sock",
        .temporaryDirectory
      ),
      (
        nil, ["XDG_RUNTIME_DIR": "/run"], PathFacts(kind: .directory, owner: 0, permissions: 0o700),
        "unix:/tmp/sluice-1000/explorer.sock", .temporaryDirectory
      ),
      (
        nil, ["XDG_RUNTIME_DIR": "/run"],
        PathFacts(kind: .symbolicLink, owner: 1_000, permissions: 0o777),
        "unix:/tmp/sluice-1000/explorer.sock", .temporaryDirectory
      ),
      (
        nil, ["XDG_RUNTIME_DIR": "run"], ours, "unix:/tmp/sluice-1000/explorer.sock",
        .temporaryDirectory
      ),
      (
        nil, ["TMPDIR": "/elsewhere"], ours, "unix:/tmp/sluice-1000/explorer.sock",
        .temporaryDirectory
      ),
    ] as [(String?, [String: String], PathFacts?, String, Endpoint.Resolution.Source)]
  )
  func `argument, environment, runtime directory and tmp are consulted in this order`(
    argument: String?,
    environment: [String: String],
    runtimeDirectory: PathFacts?,
    endpoint: String,
    source: Endpoint.Resolution.Source
  ) throws {
    let resolution = try Endpoint.resolve(
      argument: argument,
      environment: environment,
      userID: 1_000,
      probe: { $0 == "/run" || $0 == "run" ? runtimeDirectory : nil }
    )
    #expect(resolution.endpoint.description == endpoint)
    #expect(resolution.source == source)
  }

  @Test func `a bad name in argument or environment is an error, and not ignored`() {
    for (argument, value) in [("nonsense", "unix:/a/b"), (nil, "nonsense")] {
      #expect(throws: SocketError.unknownEndpoint("nonsense")) {
        try Endpoint.resolve(
          argument: argument,
          environment: ["SLUICE_EXPLORER": value],
          userID: 1,
          probe: { _ in nil }
        )
      }
    }
  }

  @Test func `a file is no socket`() {
    #expect(throws: SocketError.notASocketEndpoint(path: "a")) {
      try Connection.connect(to: .file(path: "a"))
    }
    #expect(throws: SocketError.notASocketEndpoint(path: "a")) {
      try Listener(at: .file(path: "a"))
    }
  }
}
