import SluiceSocket
import TestSupport
import Testing

@Suite(.inTurn, .unsanitized)
struct PolicyTests {
  private func refused(_ user: UInt32, for others: String) -> String {
    "The other side runs as user \(user); only \(others) may connect. If you trust that user, pass "
      + "--allow-uid \(user) to sluice-explorer, or set SLUICE_EXPLORER_ALLOW_UID=\(user) for the "
      + "program."
  }

  @Test func `the own user, root and allowed users may connect`() {
    let rows: [(UInt32, [UInt32], UInt32, String?)] = [
      (1_000, [], 1_000, nil), (1_000, [], 0, nil), (1_000, [65_534], 65_534, nil),
      (1_000, [], 1_001, refused(1_001, for: "users 1000, 0")),
      (0, [], 65_534, refused(65_534, for: "user 0")),
    ]
    for (ours, allowed, theirs, message) in rows {
      let policy = PeerPolicy(userID: ours, alsoAdmitting: allowed)
      #expect(policy.refusal(of: PeerCredentials(userID: theirs))?.description == message)
    }
  }

  private func open(_ mode: String) -> String {
    "The directory “/d” has mode \(mode), which lets other users write in it. Check what is in it, then"
      + " chmod 700 it, or choose another place with --endpoint."
  }

  @Test func `only an own, private directory is accepted`() {
    let rows: [(PathFacts.Kind, UInt32, UInt16, String?)] = [
      (.directory, 7, 0o700, nil), (.directory, 8, 0o500, nil), (.directory, 7, 0o755, nil),
      (.directory, 7, 0o1777, open("01777")), (.directory, 7, 0o720, open("0720")),
      (
        .directory, 0, 0o700,
        "The directory “/d” belongs to user 0, and this process runs as user 7. If you trust that user, set "
          + "SLUICE_EXPLORER_ALLOW_UID=0 for the program, or pass --allow-uid 0 to sluice-explorer; "
          + "else choose another place with --endpoint or SLUICE_EXPLORER."
      ),
      (
        .symbolicLink, 7, 0o700,
        "“/d” is a symbolic link, whose target could change. Name the directory itself with "
          + "--endpoint or SLUICE_EXPLORER."
      ),
      (
        .regularFile, 7, 0o600,
        "“/d” is not a directory. Move it away, or choose another place with --endpoint or "
          + "SLUICE_EXPLORER."
      ),
    ]
    for (kind, owner, permissions, message) in rows {
      let facts = PathFacts(kind: kind, owner: owner, permissions: permissions)
      #expect(SocketDirectory.judge(facts, at: "/d", owners: [7, 8])?.description == message)
    }
  }

  @Test(arguments: [("/a/b.sock", "/a"), ("/a/b/c", "/a/b"), ("/c", "/")])
  func `the directory is the path before the name`(path: String, directory: String) {
    #expect(SocketDirectory.path(ofSocket: path) == directory)
  }
}

@Suite(.inTurn)
struct PathFactsTests {
  @Test(arguments: ["/nowhere", "/nowhere/at/all", "/dev/null/x"])
  func `nothing is at a path that leads nowhere`(path: String) throws {
    #expect(try PathFacts(at: path) == nil)
  }

  @Test func `what can't be looked at isn't taken for absent`() {
    let path = "/" + String(repeating: "x", count: 300)
    #expect(throws: SocketError.self) { try PathFacts(at: path) }
  }
}
