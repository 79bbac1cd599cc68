import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn)
struct SHA256Tests {
  /// From FIPS 180-4 and the examples that NIST publishes with it.
  @Test(
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ]
  )
  func `digests are those of the standard`(message: String, digits: String) {
    let digest = SHA256(of: Array(message.utf8)).digest
    let text = digest.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    #expect(text.joined() == digits)
  }

  @Test func `a message of every length up to three blocks has a digest of its own`() {
    let digests = (0...192).map { SHA256(of: [UInt8](repeating: 0x61, count: $0)).digest }
    #expect(Set(digests).count == 193)
    #expect(digests.allSatisfy { $0.count == 32 })
  }
}
