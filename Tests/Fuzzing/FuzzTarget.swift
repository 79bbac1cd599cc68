/// A reader of data from outside, run on any bytes.
///
/// The bodies need what only their modules see, so they are part of debug builds, and of those by
/// `.ci/fuzz`.
enum FuzzTarget: String, CaseIterable, Sendable {
  /// `LineFramer`: a stream in pieces.
  case framing
  /// `WireEnvelope`: a line.
  case record
  /// `JSONText`: a value.
  case json
  /// `TreeDecoder`: a value of a type.
  case decoding
  /// A session file: replayed, printed, counted and recorded again.
  case session
  /// A filter expression, and what it admits.
  case filter
  /// `TreePathPattern`: a path with wildcards.
  case path
  /// Arguments of the command line, separated by line feeds.
  case arguments
  /// `Endpoint`: where to connect.
  case endpoint
  /// Valid connections that were mutated: what the hub, its viewers and a replay make of them.
  case hub
  /// `InputParser`: what a terminal sends, in pieces.
  case keys
  /// `Grid` and `FrameWriter`: texts of a program, drawn over each other.
  case cells
}

/// Something that doesn't hold for the bytes of a run.
struct Finding: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// Throws a finding unless two values are equal.
  static func requireEqual<Value: Equatable>(
    _ left: Value,
    _ right: Value,
    _ what: @autoclosure () -> String
  ) throws {
    guard left != right else { return }
    throw Finding("\(what()):\n  \(left)\n  \(right)")
  }

  /// Throws a finding at the first difference of two lists.
  static func requireEqual(_ left: [String], _ right: [String], _ what: String) throws {
    guard left != right else { return }
    let place = zip(left, right).enumerated().first { $1.0 != $1.1 }?.offset
    let index = place ?? min(left.count, right.count)
    let lines = [left, right].map { index < $0.count ? $0[index] : "(end)" }
    throw Finding("\(what), from line \(index + 1) on:\n  \(lines[0])\n  \(lines[1])")
  }

  /// Returns what is read, or `nil` if it is refused by an error that says something.
  static func reading<Value>(_ read: @autoclosure () throws -> Value) throws -> Value? {
    do {
      return try read()
    } catch {
      try require(!"\(error)".isEmpty, "An error says nothing.")
      return nil
    }
  }

  static func require(_ holds: Bool, _ what: @autoclosure () -> String) throws {
    if !holds { throw Finding(what()) }
  }
}
