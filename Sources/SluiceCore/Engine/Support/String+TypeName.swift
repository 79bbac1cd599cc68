extension String {
  /// Creates the name of a type with those of the types around it, without modules, such as
  /// `Login.Work`.
  ///
  /// For messages only: functions and files around a type are left out, as in `"\(type)"`.
  package init(nestedNameOf type: Any.Type) {
    var name = ""
    // Names joined by dots, the first of which is a module's.
    var path = ""
    var isQuoted = false
    func endPath() {
      if path.first != ".", let dot = path.firstIndex(of: ".") { path.removeSubrange(...dot) }
      name += path
      path = ""
    }
    var rest = String(reflecting: type)[...]
    while let character = rest.first {
      if rest.hasPrefix("(unknown context at ") || rest.hasPrefix("(extension in "),
        let end = rest.firstIndex(of: ")")
      {
        // With the dot or the colon that follows.
        rest = rest[end...].dropFirst(2)
        continue
      }
      rest.removeFirst()
      if character == "`" { isQuoted.toggle() }
      if !isQuoted, "<>()[],:?& ".contains(character) {
        endPath()
        name.append(character)
      } else {
        path.append(character)
      }
    }
    endPath()
    self = name
  }
}
