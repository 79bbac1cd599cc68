/// What an ``ExplorerInterceptor`` redacts: values under sensitive names, and at given paths.
///
/// Replaces a redacted value as soon as the state or the action has been made into plain data,
/// before anything is compared, encoded or sent. An array literal is the standard redaction with
/// paths: `$0.redaction = ["user.email", "cards.*.number", "**.note"]`.
///
/// ## What is found
///
/// A name matches if it *ends* with one of ``names``, ignoring case, `_`, `-`, `.` and spaces, and
/// digits or a plural's `s` after it: `token` matches `accessToken`, `ACCESS_TOKEN`,
/// `refresh-tokens` and `token2`, but not `tokenCount`. Names are those of properties, of keys in
/// dictionaries, of enums' cases (redacts all that the case carries) and of their labels, and the
/// names of actions (redacts all that the action carries). Where a type of its own, and not an array or
/// a set, encodes elements in turn, as ordered dictionaries do, those after a name are its values. `nil`, `true` and `false` under such a
/// name are shown: they say whether there is a secret, and not which.
///
/// In a `URL`, and in a text that is one, `<redacted>` replaces the user info, and values under
/// such names in query and fragment: `https://<redacted>@api.host/?page=2&token=<redacted>`.
///
/// ## What cannot be found
///
/// - Secrets in free text, also in a URL amid free text, and in the paths and hosts of URLs.
/// - Positional payloads: `.login("ada", "pw")`.
/// - What a type encodes as one text or as its description, such as a header line or JSON.
/// - Data.
/// - A pair of a name and a value in properties with other names, as in `URLQueryItem`.
/// - Keys of dictionaries.
/// - An origin's note, an action's id, and an error that describes itself. Of Foundation's errors
///   only domain, code and description are shown, and not the user info.
///
/// Redact those that have a place with ``paths``. For the rest, pass an ``ExplorerInterceptor``
/// closures that change actions, the state, and the text of errors before they are used.
public struct Redaction: Sendable, Hashable, ExpressibleByArrayLiteral {
  /// The names whose values are redacted by default.
  public static let standardNames: Set<String> = [
    "password", "passwordConfirmation", "passwordAgain", "passwordRepeat", "passwd", "pwd",
    "passcode", "passphrase", "secret", "token", "bearer", "jwt", "authorization", "cookie",
    "apiKey", "secretKey", "privateKey", "accessKey", "signingKey", "encryptionKey", "credential",
    "passwordHash", "sessionId", "cardNumber", "creditCard", "cvv", "cvc", "iban", "ssn",
    "socialSecurityNumber", "pinCode", "otp", "totp", "oneTimeCode", "mfaCode", "recoveryCode",
    "seedPhrase", "mnemonic",
  ]

  /// Redacts values under standard names.
  public static let standard = Redaction(names: standardNames)
  /// Redacts nothing.
  public static let none = Redaction(names: [])

  /// The names whose values are redacted.
  public var names: Set<String>
  /// The places of values to redact, whatever the names on the way.
  public var paths: [Path]

  /// Creates a redaction.
  public init(names: Set<String>, paths: [Path] = []) {
    self.names = names
    self.paths = paths
  }

  /// Creates the standard redaction, with paths.
  public init(arrayLiteral paths: Path...) {
    self.init(names: Self.standardNames, paths: paths)
  }

  /// Returns this redaction with more names.
  public func withholding(names more: Set<String>) -> Redaction {
    Redaction(names: names.union(more), paths: paths)
  }
}
