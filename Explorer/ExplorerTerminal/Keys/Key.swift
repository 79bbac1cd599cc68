/// A key of the keyboard, or the character that it types.
package enum Key: Hashable, Sendable {
  /// What a key types; with control, the character that the key types without it.
  ///
  /// Shift is in the character, not in the modifiers. A character of several scalars arrives as several
  /// of these; a text to which they are appended joins them.
  case character(Character)
  case enter
  case tab
  /// The tabulator with shift.
  case backTab
  case escape
  case backspace
  case delete
  case insert
  case up
  case down
  case left
  case right
  case home
  case end
  case pageUp
  case pageDown
  /// A function key, from 1 on.
  case function(Int)
}

/// What is held down with a key.
package struct KeyModifiers: OptionSet, Hashable, Sendable {
  /// The bits of the modifiers: 1 for shift, 2 for alt, 4 for control.
  package let rawValue: UInt8

  /// Creates modifiers from their bits.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Shift, where it isn't a part of the character.
  package static let shift = KeyModifiers(rawValue: 1)
  /// Alt, Option or Meta.
  package static let alt = KeyModifiers(rawValue: 2)
  /// Control.
  package static let control = KeyModifiers(rawValue: 4)
}

/// A key and what is held down with it.
package struct KeyPress: Hashable, Sendable {
  /// The key.
  package var key: Key
  /// What was held down with the key.
  package var modifiers: KeyModifiers

  /// Creates a press of a key.
  package init(_ key: Key, _ modifiers: KeyModifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }
}
