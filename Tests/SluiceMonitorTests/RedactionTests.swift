import SluiceMonitor
import SluiceTree
import TestSupport
import Testing

@testable import SluiceMonitor

@Suite(.inTurn)
struct RedactionTests {
  private static let standard = SensitiveNames(Redaction.standardNames)

  @Test(arguments: [
    "password", "Password", "PASSWORD", "pass_word", "userPassword", "newPassword2", "passwords",
    "passcode", "secret", "client_secret", "client-secret", "clientSecrets", "token", "accessToken",
    "ACCESS_TOKEN", "refresh-token", "token1", "token_2", "Authorization", "x-authorization",
    "cookie", "Set-Cookie", "cookies", "apiKey", "api_key", "API-KEY", "apikey", "apiKeys",
    "cardNumber", "card_number", "CARD NUMBER", "passwordConfirmation", "credentials", "privateKey",
    "creditCard", "credit_card", "ssn", "SSN", "socialSecurityNumber", "otp", "totp", "oneTimeCode",
    "mfaCode", "recoveryCode", "recoveryCodes", "pinCode", "passwordHash", "sessionId",
    "session_id",
    "signingKey", "encryptionKey", "seedPhrase", "mnemonic", "iban", "IBANs",
  ])
  func `a sensitive name is found in every spelling`(name: String) {
    #expect(Self.standard.match(name))
  }

  @Test(arguments: [
    "", "s", "_", "7", "to", "tokenCount", "tokenizer", "secretary", "passwordHint", "isTokenValid",
    "cookieBanner", "title", "key", "keys", "number", "cards", "class",
  ])
  func `names that aren't sensitive are shown`(name: String) {
    #expect(!Self.standard.match(name))
  }

  @Test func `values under sensitive names are withheld at any depth`() {
    let redactor = Redactor(.standard)
    let tree: Tree = [
      "user": ["name": "Ada", "password": "hunter2"],
      "sessions": [["token": "abc"], ["id": 7]],
    ]
    #expect(
      redactor.redact(tree) == [
        "user": ["name": "Ada", "password": .redacted],
        "sessions": [["token": .redacted], ["id": 7]],
      ]
    )
  }

  @Test func `containers and numbers under sensitive names are withheld as a whole`() {
    let redactor = Redactor(.standard)
    let tree: Tree = ["secrets": ["a": 1], "cardNumbers": [4_111], "cvv": 123]
    #expect(
      redactor.redact(tree)
        == ["secrets": .redacted, "cardNumbers": .redacted, "cvv": .redacted]
    )
  }

  @Test func `the presence of a secret is shown`() {
    let tree: Tree = ["hasPassword": true, "token": .null]
    #expect(Redactor(.standard).redact(tree) == tree)
  }

  @Test func `the payload of a telling case is withheld, and labels are names`() {
    let redactor = Redactor(.standard)
    let login = Tree.enumCase(
      name: "login",
      payload: Tree.Object([.init(key: "password", value: "x")])
    )
    let token = Tree.enumCase(name: "token", payload: Tree.Object([.init(key: "_0", value: "x")]))
    #expect(
      redactor.redact([login, token]) == [
        .enumCase(name: "login", payload: Tree.Object([.init(key: "password", value: .redacted)])),
        .enumCase(name: "token", payload: Tree.Object([.init(key: "_0", value: .redacted)])),
      ]
    )
  }

  @Test func `keys that alternate with values are names, too`() throws {
    enum Header: String, Codable { case authorization, accept }
    let tree = try tree(["headers": [Header.authorization: "Bearer x", .accept: "text"]])
    #expect(
      Redactor(.standard).redact(tree)
        == ["headers": ["accept", "text", "authorization", .redacted]]
    )
  }

  @Test func `a list is no dictionary, whatever its elements`() throws {
    struct Page: Encodable {
      var tags = ["token", "x"]
      var members: Set = ["a", "password"]
      var pairs = Alternating(of: ["token": "x"])
    }
    /// Encodes keys and values in turn, as ordered dictionaries do.
    struct Alternating: Encodable {
      let contents: [String: String]

      init(of contents: [String: String]) { self.contents = contents }

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
      let expected: Tree = [["token", isList ? "x" : .redacted], .integer(Int64(number))]
      #expect(values.state(Page(number: number, isList: isList)) == expected)
    }
  }

  @Test func `what an action with a telling name carries is withheld`() {
    let redactor = Redactor(.standard)
    #expect(redactor.redact(payload: ["value": "x"], of: "SetPassword") == .redacted)
    #expect(redactor.redact(payload: ["value": "x"], of: "SetTitle") == ["value": "x"])
  }

  @Test(
    arguments: [
      (
        "user.email",
        ["user": ["email": .redacted, "name": "Ada"], "cards": [["n": 1], ["n": 2]]]
      ),
      (
        "cards.*.n",
        ["user": ["email": "a@b", "name": "Ada"], "cards": [["n": .redacted], ["n": .redacted]]]
      ),
      (
        "cards[1].n",
        ["user": ["email": "a@b", "name": "Ada"], "cards": [["n": 1], ["n": .redacted]]]
      ),
      ("cards[*]", ["user": ["email": "a@b", "name": "Ada"], "cards": [.redacted, .redacted]]),
      (
        "\"user\".\"email\"",
        ["user": ["email": .redacted, "name": "Ada"], "cards": [["n": 1], ["n": 2]]]
      ),
      ("*.name", ["user": ["email": "a@b", "name": .redacted], "cards": [["n": 1], ["n": 2]]]),
      ("user.phone", ["user": ["email": "a@b", "name": "Ada"], "cards": [["n": 1], ["n": 2]]]),
      (
        "**.n",
        ["user": ["email": "a@b", "name": "Ada"], "cards": [["n": .redacted], ["n": .redacted]]]
      ),
      ("user.**", ["user": .redacted, "cards": [["n": 1], ["n": 2]]]),
      ("**", .redacted),
      (
        ["cards", 0],
        ["user": ["email": "a@b", "name": "Ada"], "cards": [.redacted, ["n": 2]]]
      ),
      (
        [.anyNumber, "email"],
        ["user": ["email": .redacted, "name": "Ada"], "cards": [["n": 1], ["n": 2]]]
      ),
    ] as [(Redaction.Path, Tree)]
  )
  func `a path withholds what it leads to`(path: Redaction.Path, expected: Tree) {
    let tree: Tree = ["user": ["email": "a@b", "name": "Ada"], "cards": [["n": 1], ["n": 2]]]
    #expect(Redactor([path]).redact(tree) == expected)
  }

  @Test func `a key with points is one step`() {
    let tree: Tree = ["a.b": ["c": 1], "a": ["b": ["c": 2]]]
    let expected: Tree = ["a.b": ["c": .redacted], "a": ["b": ["c": 2]]]
    #expect(Redactor([["a.b", "c"]]).redact(tree) == expected)
    #expect(Redactor([#"["a.b"].c"#]).redact(tree) == expected)
  }

  @Test func `without redaction nothing is withheld`() {
    #expect(Redactor(.none).redact(["password": "x"]) == ["password": "x"])
  }

  @Test func `more names can be withheld`() {
    let redactor = Redactor(.standard.withholding(names: ["nick name"]))
    #expect(
      redactor.redact(["nickName": "x", "pwd": "y"]) == ["nickName": .redacted, "pwd": .redacted]
    )
  }

  @Test func `a path without a step stops the program`() async {
    await #expect(processExitsWith: .failure) {
      _ = Redactor([".[]"])
    }
  }
}
