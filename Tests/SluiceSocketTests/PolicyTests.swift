import SluiceSocket
import TestSupport
import Testing

@Suite(.inTurn, .unsanitized)
struct PolicyTests {
  @Test(
    arguments: [
      (1_000, [], 1_000, nil),
      (1_000, [], 0, nil),
      (
        1_000, [], 1_001,
        "The other side runs as user 1001; only users 1000, 0 may be there. If you trust that user, "
          + "pass --allow-uid 1001 to sluice-explorer, or set SLUICE_EXPLORER_ALLOW_UID=1001 for the "
          + "program."
      ),
      (1_000, [65_534], 65_534, nil),
      (
        0, [], 65_534,
        "The other side runs as user 65534; only user 0 may be there. If you trust that user, pass "
          + "--allow-uid 65534 to sluice-explorer, or set SLUICE_EXPLORER_ALLOW_UID=65534 for the "
          + "program."
      ),
    ] as [(UInt32, [UInt32], UInt32, String?)]
  )
  func `the own user, root and allowed users may connect`(
    ours: UInt32,
    allowed: [UInt32],
    theirs: UInt32,
    message: String?
  ) {
    let policy = PeerPolicy(userID: ours, alsoAdmitting: allowed)
    #expect(policy.refusal(of: PeerCredentials(userID: theirs))?.description == message)
  }

  @Test(
    arguments: [
      (PathFacts(kind: .directory, owner: 7, permissions: 0o700), nil),
      (PathFacts(kind: .directory, owner: 8, permissions: 0o500), nil),
      (PathFacts(kind: .directory, owner: 7, permissions: 0o755), nil),
      (
        PathFacts(kind: .directory, owner: 0, permissions: 0o700),
        "The directory “/d” belongs to user 0, and we are user 7. If you trust that user, set "
          + "SLUICE_EXPLORER_ALLOW_UID=0 for the program, or pass --allow-uid 0 to sluice-explorer; "
          + "else choose another place with --endpoint or SLUICE_EXPLORER."
      ),
      (
        PathFacts(kind: .directory, owner: 7, permissions: 0o1777),
        "The directory “/d” has mode 01777, which lets other users write in it. Check what is in it, "
          + "then chmod 700 it, or choose another place with --endpoint."
      ),
      (
        PathFacts(kind: .directory, owner: 7, permissions: 0o720),
        "The directory “/d” has mode 0720, which lets other users write in it. Check what is in it, "
          + "then chmod 700 it, or choose another place with --endpoint."
      ),
      (
        PathFacts(kind: .symbolicLink, owner: 7, permissions: 0o700),
        "“/d” is a symbolic link, which could lead elsewhere tomorrow. Name the directory itself with "
          + "--endpoint or SLUICE_EXPLORER."
      ),
      (
        PathFacts(kind: .regularFile, owner: 7, permissions: 0o600),
        "“/d” is not a directory. Move it away, or choose another place with --endpoint or "
          + "SLUICE_EXPLORER."
      ),
    ] as [(PathFacts, String?)]
  )
  func `only an own, private directory is accepted`(facts: PathFacts, message: String?) {
    let fault = SocketDirectory.judge(facts, at: "/d", owners: [7, 8])
    #expect(fault?.description == message)
  }

  @Test(arguments: [("/a/b.sock", "/a"), ("/a/b/c", "/a/b"), ("/c", "/")])
  func `the directory is the path before the name`(path: String, directory: String) {
    #expect(SocketDirectory.path(ofSocket: path) == directory)
  }
}
