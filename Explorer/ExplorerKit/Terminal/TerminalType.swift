/// What a terminal can do, as far as the name of its type says.
///
/// Nothing is looked up: what is in use today moves its cursor as ECMA-48 says, and those without
/// colours are known by their names.
enum TerminalType: Hashable, Sendable {
  /// Lines of plain text, one below the other.
  case plain
  /// A cursor that moves, and text that is bold, underlined or reversed.
  case monochrome
  /// Colours, too.
  case colored

  /// Those that only write lines; an unknown type may be such a one.
  private static let plainNames: Set = ["", "dumb", "unknown", "emacs", "vt52"]

  /// - Parameter name: The value of `TERM`; `nil` if it isn't set.
  init(named name: String?) {
    let name = name ?? ""
    // `vt100-am`, and `linux-m` or `xterm-mono`, which people choose to have no colours.
    let parts = name.split(separator: "-")
    let isVideoTerminal =
      name.wholeMatch(of: #/vt[1-5]\d\d(-.*)?/#) != nil && parts.first != "vt525"
    if Self.plainNames.contains(name) {
      self = .plain
    } else if isVideoTerminal || parts.dropFirst().contains(where: { $0 == "m" || $0 == "mono" }) {
      self = .monochrome
    } else {
      self = .colored
    }
  }
}
