/// What an ``ExplorerInterceptor`` withholds: values under telling names, and at given paths.
///
/// A withheld value is replaced as soon as the state or the action has been made into plain data,
/// before anything is compared, encoded or sent. Written as an array literal, a redaction is the
/// standard one with paths: `redacting: ["user.email", "cards.*.number", "**.note"]`.
///
/// ## What is found
///
/// A name matches when it *ends* with one of ``names``, whatever its case, with `_`, `-`, `.` and
/// spaces left out, and with digits or a plural's `s` behind it: `token` finds `accessToken`,
/// `ACCESS_TOKEN`, `refresh-tokens` and `token2`, but not `tokenCount`. Names are those of
/// properties, of keys in dictionaries, of enums' cases (all that the case carries is withheld) and
/// of their labels, and the names of actions (all that the action carries is withheld). `nil`,
/// `true` and `false` under such a name are shown: they say whether there is a secret, and not which.
///
/// In a `URL`, and in a text that is one, `<redacted>` replaces the user info, and values under such
/// names in the query and the fragment: `https://<redacted>@api.host/?page=2&token=<redacted>`.
///
/// ## What cannot be found
///
/// - Secrets in free text, also in a URL amid free text, and in the paths and hosts of URLs.
/// - Positional payloads: `.login("ada", "pw")`.
/// - What a type encodes as one text or says as its description, such as a header line or JSON.
/// - Data.
/// - A pair of a name and a value that stand in properties with other names, as in `URLQueryItem`.
/// - Keys of dictionaries.
/// - An origin's note, an action's id, and an error that describes itself. Of Foundation's errors only
///   domain, code and description are shown, and not the user info.
///
/// Name those that have a place with ``paths``. For the rest an ``ExplorerInterceptor`` takes closures
/// that change actions, the state, and the text of errors before anything is made of them.
public struct Redaction: Sendable, Hashable, ExpressibleByArrayLiteral {
  /// The names whose values are withheld by default.
  public static let standardNames: Set<String> = [
    "password", "passwordConfirmation", "passwordAgain", "passwordRepeat", "passwd", "pwd",
    "passcode", "passphrase", "secret", "token", "bearer", "jwt", "authorization", "cookie",
    "apiKey", "secretKey", "privateKey", "accessKey", "signingKey", "encryptionKey", "credential",
    "passwordHash", "sessionId", "cardNumber", "creditCard", "cvv", "cvc", "iban", "ssn",
    "socialSecurityNumber", "pinCode", "otp", "totp", "oneTimeCode", "mfaCode", "recoveryCode",
    "seedPhrase", "mnemonic",
  ]

  /// Withholds what stands under a standard name.
  public static let standard = Redaction(names: standardNames)
  /// Withholds nothing.
  public static let none = Redaction(names: [])

  /// Names whose values are withheld.
  public var names: Set<String>
  /// Places of values that are withheld, whatever the names on the way.
  public var paths: [Path]

  /// Makes a redaction.
  public init(names: Set<String>, paths: [Path] = []) {
    self.names = names
    self.paths = paths
  }

  /// The standard redaction, with paths.
  public init(arrayLiteral paths: Path...) {
    self.init(names: Self.standardNames, paths: paths)
  }

  /// This redaction with more names.
  public func withholding(names more: Set<String>) -> Redaction {
    Redaction(names: names.union(more), paths: paths)
  }
}
