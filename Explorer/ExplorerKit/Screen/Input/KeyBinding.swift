import ExplorerTerminal

/// A key, what it does, and what is said about it in the last line, the help, the palette and the documentation.
struct KeyBinding: Sendable {
  /// When a key is worth a place in the last line.
  enum Place: Hashable, Sendable {
    case always
    case list
    case detail
    /// In the help only.
    case never
  }

  /// What a key does.
  enum Work: Sendable {
    /// Moves the cursor of whatever has the keys.
    case moving(Motion)
    /// Acts on the panes, and does nothing while they are covered.
    case doing(@Sendable (inout ScreenState) -> Void)
    /// Acts on a value, that under the cursor of the pane, and does nothing while the panes are covered.
    case onValue(@Sendable (inout ScreenState) -> Void)
    /// Acts on whatever is at the top.
    case doingAnywhere(@Sendable (inout ScreenState) -> Void)
    /// Is done whoever has the keys, also while somebody types.
    case always(@Sendable (inout ScreenState) -> Void)
    /// Asks for a text, which `:` may say behind the name.
    case typing(String, @Sendable (inout ScreenState, String?) -> Void)
  }

  /// The name by which `:` calls it.
  let command: String
  let keys: [KeyPress]
  /// The keys, as people read them.
  let name: String
  /// One or two words for the last line.
  let short: String
  /// A sentence for the help and the palette.
  let meaning: String
  let place: Place
  let work: Work

  init(
    _ command: String,
    _ keys: [KeyPress],
    _ name: String,
    _ short: String,
    _ meaning: String,
    in place: Place = .never,
    _ work: Work
  ) {
    self.command = command
    self.keys = keys
    self.name = name
    self.short = short
    self.meaning = meaning
    self.place = place
    self.work = work
  }

  /// Whether it is done whoever has the keys.
  var isAlways: Bool {
    if case .always = work { true } else { false }
  }

  /// Whether it acts on the value under the cursor of the pane, whoever has the keys.
  var actsOnValue: Bool {
    if case .onValue = work { true } else { false }
  }

  /// What `:` may say behind the name; `nil` if nothing.
  var argument: String? {
    if case .typing(let argument, _) = work { argument } else { nil }
  }
}

extension KeyBinding {
  /// Returns what a key does; `nil` if nothing.
  static func binding(of press: KeyPress) -> KeyBinding? { table[press] }

  /// Returns the command of a name, or those that begin with it.
  static func named(_ name: String) -> [KeyBinding] {
    if let exact = all.first(where: { $0.command == name }) { return [exact] }
    return all.filter { $0.command.hasPrefix(name) }
  }

  private static let table: [KeyPress: KeyBinding] = {
    var table: [KeyPress: KeyBinding] = [:]
    for binding in all {
      for key in binding.keys { table[key] = binding }
    }
    return table
  }()
}

extension ScreenState {
  /// Does what a key does.
  ///
  /// - Parameter argument: What `:` said behind its name.
  mutating func perform(_ binding: KeyBinding, _ argument: String? = nil) {
    switch binding.work {
    case .moving(let motion): move(motion)
    case .doing(let work), .onValue(let work): if overlay == nil { work(&self) }
    case .doingAnywhere(let work), .always(let work): work(&self)
    case .typing(_, let work): work(&self, argument)
    }
  }
}

extension KeyPress: ExpressibleByExtendedGraphemeClusterLiteral {
  package init(extendedGraphemeClusterLiteral value: Character) {
    self.init(.character(value))
  }
}
