import SluiceSocket
import TestSupport
import Testing

@Suite(.inTurn)
struct EndpointTests {
  @Test func `an endpoint is a kind and a path`() throws {
    let rows: [(String, Endpoint)] = [
      ("unix:/run/sluice/explorer.sock", .unix(path: "/run/sluice/explorer.sock")),
      ("unix://tmp///a/b.sock", .unix(path: "/tmp/a/b.sock")),
      ("file:session.jsonl", .file(path: "session.jsonl")),
      ("file:/tmp/session.jsonl", .file(path: "/tmp/session.jsonl")),
    ]
    for (text, endpoint) in rows {
      #expect(try Endpoint(parsing: text) == endpoint)
      #expect(try Endpoint(parsing: endpoint.description) == endpoint)
    }
  }

  private func noKind(_ text: String, _ hint: String = "") -> String {
    "The endpoint “\(text)” has an unknown form. Write unix:/path/to/socket or file:path\(hint)."
  }
  private func noPath(_ text: String) -> String {
    "The endpoint “\(text)” has no path. Write unix:/path/to/socket or file:path."
  }
  private func abstract(_ text: String) -> String {
    "The endpoint “\(text)” is an abstract name, which any user of this machine could take. Write the"
      + " path of a socket, as unix:/…"
  }
  private func zeroByte(_ path: String) -> String {
    "The path “\(path)” contains a zero byte. Remove it."
  }
  private func dots(_ path: String) -> String {
    "The socket's path “\(path)” contains “.” or “..”. Remove them."
  }

  @Test func `an invalid endpoint is refused with a valid example`() {
    var rows: [(text: String, message: String)] = [
      ("unix:/a\0/b", zeroByte("/a\0/b")), ("file:a\0", zeroByte("a\0")),
      ("unix:/tmp/link/./b.sock", dots("/tmp/link/./b.sock")),
      ("unix:/tmp/link/../b.sock", dots("/tmp/link/../b.sock")),
      (
        "unix:a/b.sock",
        "The socket's path “a/b.sock” is relative, and a program and its Explorer may run in different"
          + " directories. Write the path from the root, as unix:/…"
      ),
      (
        "unix:/t/aaaaaaaaaaaaaaaa",
        "The socket's path “/t/aaaaaaaaaaaaaaaa” is 19 bytes long; this system takes at most 18."
          + " Choose a shorter one with --endpoint or SLUICE_EXPLORER."
      ),
    ]
    rows += ["tcp:localhost:80", "", "fiel:/var/x.session"].map { ($0, noKind($0)) }
    rows += [("unix", "/tmp/a/b.sock"), ("file", "/var/x.session"), ("file", "./x.session")].map {
      ($1, noKind($1, ", such as \($0):\($1)"))
    }
    rows += ["unix:", "unix:/", "unix:/x", "unix:/a/b/", "file:"].map { ($0, noPath($0)) }
    rows += ["unix:@sluice", "unix:\0sluice"].map { ($0, abstract($0)) }
    for (text, message) in rows {
      let error = #expect(throws: SocketError.self) { try Endpoint(parsing: text, capacity: 19) }
      #expect(error?.description == message)
    }
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

  @Test func `argument, environment, runtime directory and tmp are consulted in order`() throws {
    let ours = PathFacts(kind: .directory, owner: 1_000, permissions: 0o700)
    let root = PathFacts(kind: .directory, owner: 0, permissions: 0o700)
    let link = PathFacts(kind: .symbolicLink, owner: 1_000, permissions: 0o777)
    let tmp = "unix:/tmp/sluice-1000/explorer.sock"
    let run = ["XDG_RUNTIME_DIR": "/run"]
    let named = ["SLUICE_EXPLORER": "unix:/c/d", "XDG_RUNTIME_DIR": "/run"]
    let rows: [(String?, [String: String], PathFacts?, String, Endpoint.Resolution.Source)] = [
      ("unix:/a/b", named, nil, "unix:/a/b", .argument),
      (nil, named, ours, "unix:/c/d", .environment),
      (
        nil, ["SLUICE_EXPLORER": "", "XDG_RUNTIME_DIR": "/run"], ours,
        "unix:/run/sluice/explorer.sock", .runtimeDirectory
      ),
      (nil, run, nil, tmp, .temporaryDirectory),
      (nil, run, root, tmp, .temporaryDirectory),
      (nil, run, link, tmp, .temporaryDirectory),
      (nil, ["XDG_RUNTIME_DIR": "run"], ours, tmp, .temporaryDirectory),
      (nil, ["TMPDIR": "/elsewhere"], ours, tmp, .temporaryDirectory),
    ]
    for (argument, environment, runtimeDirectory, endpoint, source) in rows {
      let resolution = try Endpoint.resolve(
        argument: argument,
        environment: environment,
        userID: 1_000,
        probe: { $0 == "/run" || $0 == "run" ? runtimeDirectory : nil }
      )
      #expect((resolution.endpoint.description, resolution.source) == (endpoint, source))
    }
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
