import SluiceMonitor
import SluiceTree
import TestSupport
import Testing

@testable import SluiceMonitor

@Suite(.inTurn)
struct RedactionTests {
  private static let standard = SensitiveNames(Redaction.standardNames)

  @Test func `a sensitive name is found in every spelling, and others are shown`() {
    let sensitive = """
      password Password PASSWORD pass_word userPassword newPassword2 passwords passcode secret \
      client_secret client-secret clientSecrets token accessToken ACCESS_TOKEN refresh-token token1 \
      token_2 Authorization x-authorization cookie Set-Cookie cookies apiKey api_key API-KEY apikey \
      apiKeys cardNumber card_number passwordConfirmation credentials privateKey creditCard \
      credit_card ssn SSN socialSecurityNumber otp totp oneTimeCode mfaCode recoveryCode \
      recoveryCodes pinCode passwordHash sessionId session_id signingKey encryptionKey seedPhrase \
      mnemonic iban IBANs
      """
    for name in sensitive.split(separator: " ").map(String.init) + ["CARD NUMBER"] {
      #expect(Self.standard.match(name), "\(name)")
    }
    let others = """
      s _ 7 to tokenCount tokenizer secretary passwordHint isTokenValid cookieBanner title key keys \
      number cards class
      """
    for name in others.split(separator: " ").map(String.init) + [""] {
      #expect(!Self.standard.match(name), "\(name)")
    }
  }

  private static func enumCase(_ name: String, _ label: String, _ value: Tree) -> Tree {
    .enumCase(name: name, payload: Tree.Object([.init(key: label, value: value)]))
  }

  static let standardCases: [(what: String, tree: Tree, shown: Tree)] = [
    (
      "values at any depth",
      [
        "user": ["name": "Ada", "password": "hunter2"], "sessions": [["token": "abc"], ["id": 7]],
      ],
      [
        "user": ["name": "Ada", "password": .redacted],
        "sessions": [["token": .redacted], ["id": 7]],
      ]
    ),
    (
      "containers and numbers as a whole",
      ["secrets": ["a": 1], "cardNumbers": [4_111], "cvv": 123],
      ["secrets": .redacted, "cardNumbers": .redacted, "cvv": .redacted]
    ),
    (
      "the presence of a secret is shown",
      ["hasPassword": true, "token": .null], ["hasPassword": true, "token": .null]
    ),
    (
      "labels are names", enumCase("login", "password", "x"),
      enumCase("login", "password", .redacted)
    ),
    (
      "the payload of a telling case", enumCase("token", "_0", "x"),
      enumCase("token", "_0", .redacted)
    ),
  ]

  @Test func `what stands under sensitive names is withheld`() {
    for (what, tree, shown) in Self.standardCases {
      #expect(Redactor(.standard).redact(tree) == shown, "\(what)")
      #expect(Redactor(.none).redact(tree) == tree, "\(what)")
    }
  }

  @Test(
    arguments: [
      ("phase.playing.note", "_0", ["note": "x"], ["note": .redacted]),
      ("phase._0.note", "_0", ["note": "x"], ["note": .redacted]),
      ("**.note", "_0", ["note": "x"], ["note": .redacted]),
      ("phase.playing", "_0", ["note": "x"], .redacted),
      ("phase.lost.note", "_0", ["note": "x"], ["note": "x"]),
      ("phase.playing.by", "by", "x", .redacted), ("phase.by", "by", "x", .redacted),
      ("phase.playing", "by", "x", .redacted), ("phase.playing.at", "by", "x", "x"),
    ] as [(String, String, Tree, Tree)]
  )
  func `a path leads to what a case holds, by the case's name`(
    path: String,
    label: String,
    value: Tree,
    shown: Tree
  ) {
    let tree: Tree = ["phase": Self.enumCase("playing", label, value)]
    let redactor = Redactor(Redaction(names: [], paths: [Redaction.Path(path)]))
    #expect(redactor.redact(tree) == ["phase": Self.enumCase("playing", label, shown)])
  }

  @Test func `keys that alternate with values are names, too`() throws {
    enum Header: String, Codable { case authorization, accept }
    let tree = try tree(["headers": [Header.authorization: "Bearer x", .accept: "text"]])
    func key(_ header: Header) -> Tree { .enumCase(name: header.rawValue, payload: Tree.Object()) }
    let shown: Tree = ["headers": [key(.accept), "text", key(.authorization), .redacted]]
    #expect(Redactor(.standard).redact(tree) == shown)
  }

  @Test func `a list is no dictionary, whatever its elements`() throws {
    struct Page: Encodable {
      var tags = ["token", "x"]
      var members: Set = ["a", "password"]
      var pairs = Alternating()
    }
    /// Encodes keys and values in turn, as ordered dictionaries do.
    struct Alternating: Encodable {
      var contents = ["token": "x"]

      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for (key, value) in contents {
          try container.encode(key)
          try container.encode(value)
        }
      }
    }
    let expected: Tree = [
      "tags": ["token", "x"], "members": ["a", "password"], "pairs": ["token", .redacted],
    ]
    #expect(Redactor(.standard).redact(try tree(Page())) == expected)
    // What is reused is encoded in another way.
    var values = ValueTrees(.standard)
    for _ in 0..<3 { #expect(values.state(Page()) == expected) }
  }

  @Test func `a dictionary where a list was is no list`() {
    enum Header: String, Codable { case token }
    struct Page: Encodable {
      var number = 0
      var isList: Bool

      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        if isList {
          try container.encode(["token", "x"])
        } else {
          try container.encode([Header.token: "x"])
        }
        try container.encode(number)
      }
    }
    var values = ValueTrees(.standard)
    for number in 0..<4 {
      let isList = number % 2 == 0
      let token: Tree = isList ? "token" : .enumCase(name: "token", payload: Tree.Object())
      let expected: Tree = [[token, isList ? "x" : .redacted], .integer(Int64(number))]
      #expect(values.state(Page(number: number, isList: isList)) == expected)
    }
  }

  @Test func `what an action with a telling name carries is withheld`() {
    let redactor = Redactor(.standard)
    #expect(redactor.redact(payload: ["value": "x"], of: "SetPassword") == .redacted)
    #expect(redactor.redact(payload: ["value": "x"], of: "SetTitle") == ["value": "x"])
  }

  /// An email, a name, and the numbers of two cards.
  private func account(
    _ email: Tree = "a@b",
    _ name: Tree = "Ada",
    _ cards: Tree = [["n": 1], ["n": 2]]
  ) -> Tree {
    ["user": ["email": email, "name": name], "cards": cards]
  }

  @Test func `a path withholds what it leads to`() {
    let rows: [(Redaction.Path, Tree)] = [
      ("user.email", account(.redacted)),
      (#""user"."email""#, account(.redacted)),
      ([.anyNumber, "email"], account(.redacted)),
      ("*.name", account("a@b", .redacted)),
      ("cards.*.n", account("a@b", "Ada", [["n": .redacted], ["n": .redacted]])),
      ("**.n", account("a@b", "Ada", [["n": .redacted], ["n": .redacted]])),
      ("cards[1].n", account("a@b", "Ada", [["n": 1], ["n": .redacted]])),
      ("cards[*]", account("a@b", "Ada", [.redacted, .redacted])),
      (["cards", 0], account("a@b", "Ada", [.redacted, ["n": 2]])),
      ("user.phone", account()),
      ("user.**", ["user": .redacted, "cards": [["n": 1], ["n": 2]]]),
      ("**", .redacted),
    ]
    for (path, expected) in rows {
      #expect(Redactor([path]).redact(account()) == expected, "\(path)")
    }
  }

  @Test func `a key with points is one step`() {
    let tree: Tree = ["a.b": ["c": 1], "a": ["b": ["c": 2]]]
    let expected: Tree = ["a.b": ["c": .redacted], "a": ["b": ["c": 2]]]
    #expect(Redactor([["a.b", "c"]]).redact(tree) == expected)
    #expect(Redactor([#"["a.b"].c"#]).redact(tree) == expected)
  }

  @Test func `more names can be withheld`() {
    let redactor = Redactor(.standard.withholding(names: ["nick name"]))
    let shown = redactor.redact(["nickName": "x", "pwd": "y"])
    #expect(shown == ["nickName": .redacted, "pwd": .redacted])
  }

  @Test func `a path without a step stops the program`() async {
    await #expect(processExitsWith: .failure) { _ = Redactor([".[]"]) }
  }
}
