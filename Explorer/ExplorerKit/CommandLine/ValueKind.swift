import SluiceMonitor
import SluiceWire

/// What a value on a command line may be, for a shell that completes it.
enum ValueShape: Hashable, Sendable {
  case free
  case file
  /// The number of a commit.
  case number
  case choices([String])
}

/// A kind of value that options have: how it is called, described, read and completed.
struct ValueKind<Value: Sendable>: Sendable {
  let placeholder: String
  /// A description of valid values, which follows “Use”.
  let expected: String
  let shape: ValueShape
  /// Returns `nil` for a value that isn't as expected.
  let read: @Sendable (String) throws(UsageError) -> Value?

  init(
    _ placeholder: String,
    _ expected: String,
    _ shape: ValueShape = .free,
    read: @escaping @Sendable (String) throws(UsageError) -> Value?
  ) {
    self.placeholder = placeholder
    self.expected = expected
    self.shape = shape
    self.read = read
  }
}

extension ValueKind<String> {
  /// Any text.
  static func text(_ placeholder: String, _ shape: ValueShape = .free) -> Self {
    Self(placeholder, "a text", shape) { $0 }
  }
}

extension ValueKind<Int> {
  /// The number of a commit: in `--at`, and as an argument.
  static var commit: Self {
    Self("N", "the number of a commit; 0 is the initial state", .number) {
      CommitNumber.read($0)
    }
  }

  /// A number of commits.
  static var commitCount: Self {
    Self("N", "a number of commits from 1 to 1000000000") { text in
      CommitNumber.read(text).flatMap { (1...1_000_000_000).contains($0) ? $0 : nil }
    }
  }

  /// A number of bytes that a record may have.
  static var recordSize: Self {
    Self("SIZE", "a size from 64KiB to 1024MiB, such as 32MiB") { text in
      // From what a peer may send before `hello` to a limit that protects against typing errors.
      let sizes = LineLimit.beforeHello.bytes...(1 << 30)
      return ByteSize(parsing: text).flatMap { sizes.contains($0.bytes) ? $0.bytes : nil }
    }
  }
}

extension ValueKind<Int> {
  /// A number of bytes that the files of a bounded recording have.
  static var recordingSize: Self {
    Self("SIZE", "a size of at least 1MB, such as 64MB") { text in
      ByteSize(parsing: text).flatMap { $0.bytes >= 1_000_000 ? $0.bytes : nil }
    }
  }
}

extension ValueKind<[Int]> {
  /// The numbers of commits with commas between them, or “none”.
  static var commits: Self {
    Self("N,N…", "commit numbers such as 3,5, or none") { text in
      if text == "none" { return [] }
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { CommitNumber.read(String($0)) }
      return numbers.count == parts.count ? numbers : nil
    }
  }
}

extension ValueKind<Duration> {
  static var timeout: Self {
    Self("SECONDS", "seconds, from 0.1 to 3600") { text in
      guard let seconds = Double(text), (0.1...3600).contains(seconds) else { return nil }
      return .milliseconds(Int(seconds * 1_000))
    }
  }
}

extension ValueKind<StatePath> {
  static var path: Self {
    Self("PATH", "a path such as cart[0].price") { text throws(UsageError) in
      try rethrow(StatePath(parsing: text), as: UsageError.badPath)
    }
  }
}

extension ValueKind<Filter> {
  static var filter: Self {
    Self("EXPRESSION", "a filter such as type:Add*") { text throws(UsageError) in
      try rethrow(Filter(parsing: text), as: UsageError.badFilter)
    }
  }
}

extension ValueKind {
  /// One of several names.
  static func choice(
    _ placeholder: String,
    _ names: [String],
    read: @escaping @Sendable (String) -> Value?
  ) -> Self {
    Self(placeholder, names.listed("or"), .choices(names)) { read($0) }
  }
}

/// The number of a commit, as a command line has it.
enum CommitNumber {
  /// Returns `nil` unless the text consists of digits and is a number that the wire can carry.
  static func read(_ text: String) -> Int? {
    let number = text.allSatisfy { $0.isASCII && $0.isNumber } ? Int(text) : nil
    return number.flatMap { $0 <= WireNumber.maximum ? $0 : nil }
  }

  /// What ``range(_:)`` reads, after “Use”.
  static let expectedRange = "a commit's number, or a range such as 40-44"

  /// Reads a number, or two with a dash between them.
  static func range(_ text: String) -> ClosedRange<Int>? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { read(String($0)) }
    guard (1...2).contains(ends.count), let first = ends[0], let last = ends.last ?? nil,
      first <= last, last - first < 100_000
    else { return nil }
    return first...last
  }
}

extension [String] {
  /// The names in a sentence: `a, b and c`.
  func listed(_ conjunction: String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }
}
