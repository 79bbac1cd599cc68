/// An error's own description, without the user info of Foundation's errors.
///
/// Foundation prints a dictionary after domain, code and description that holds whatever the
/// failing code knew: URLs with tokens in their queries, headers, paths.
enum ErrorText {
  private static let userInfo = "UserInfo={"
  private static let description = "NSLocalizedDescription="

  static func withoutUserInfo(_ text: String) -> String {
    guard let range = text.firstRange(of: userInfo) else { return text }
    var head = text[..<range.lowerBound]
    while head.last == " " { head.removeLast() }
    let rest = text[range.upperBound...]
    // On Linux, the given description is in the dictionary only.
    let unknown = #" "(null)""#
    if head.hasSuffix(unknown), let said = rest.firstRange(of: description) {
      let said = rest[said.upperBound...].prefix { !",;}\n".contains($0) }
      return "\(head.dropLast(unknown.count)) \"\(said)\""
    }
    return String(head)
  }
}
