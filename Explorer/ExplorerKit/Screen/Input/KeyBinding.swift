import ExplorerTerminal

/// A key, what it does, and what is said about it in the last line, the help, the palette and the documentation.
struct KeyBinding: Sendable {
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
  /// The keys, as people read them.
  let name: String
  let keys: [KeyPress]
  /// A sentence for the help and the palette.
  let meaning: String
  private(set) var work: Work
  /// Returns one or two words for the last line; `nil` where the key does nothing.
  private(set) var offer: @Sendable (KeyPlace) -> String? = { _ in nil }

  init(_ command: String, _ name: String, _ meaning: String, _ work: Work = .doing { _ in }) {
    self.command = command
    self.name = name
    self.meaning = meaning
    self.work = work
    keys = name.split(separator: " ").map { KeyPress(named: String($0)) }
  }

  private func with(_ work: Work) -> KeyBinding {
    var binding = self
    binding.work = work
    return binding
  }

  func does(_ work: @escaping @Sendable (inout ScreenState) -> Void) -> Self { with(.doing(work)) }

  func onValue(_ work: @escaping @Sendable (inout ScreenState) -> Void) -> Self {
    with(.onValue(work))
  }

  func anywhere(_ work: @escaping @Sendable (inout ScreenState) -> Void) -> Self {
    with(.doingAnywhere(work))
  }

  func asks(
    _ argument: String,
    _ work: @escaping @Sendable (inout ScreenState, String?) -> Void
  ) -> Self {
    with(.typing(argument, work))
  }

  /// The same with words for the last line.
  func offered(_ offer: @escaping @Sendable (KeyPlace) -> String?) -> Self {
    var binding = self
    binding.offer = offer
    return binding
  }

  /// The same with words for the last line where a condition holds.
  func offered(
    _ words: String,
    where condition: @escaping @Sendable (KeyPlace) -> Bool = { _ in true }
  ) -> Self {
    offered { condition($0) ? words : nil }
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

  /// The keys that have names.
  private static let named: [String: KeyPress] = [
    "↓": .init(.down), "↑": .init(.up), "←": .init(.left), "→": .init(.right),
    "PgDn": .init(.pageDown), "PgUp": .init(.pageUp), "Home": .init(.home), "End": .init(.end),
    "Enter": .init(.enter), "Esc": .init(.escape), "Tab": .init(.tab), "S-Tab": .init(.backTab),
    "Space": " ",
  ]

  /// The key that people read as a name: `j`, `^F`, `PgDn`.
  init(named name: String) {
    if let key = Self.named[name] {
      self = key
    } else if name.count == 2, name.first == "^", let last = name.last {
      self.init(.character(Character(last.lowercased())), .control)
    } else {
      self.init(.character(name.first ?? " "))
    }
  }
}
