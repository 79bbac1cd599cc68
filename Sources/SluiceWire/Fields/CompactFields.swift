package import SluiceTree

/// Receives records as bytes for the same process: fields without keys, behind one number for each
/// record, whose bits say which of its optional fields are there.
package protocol CompactSink: FieldCoder where Failure == Never {
  mutating func write(_ number: UInt64)
  mutating func write(signed number: Int64)
  mutating func write(_ text: String)
  mutating func write(_ tree: Tree)
}

extension CompactSink {
  package mutating func field<Value: FieldValue>(_ key: StaticString, _ value: inout Value) {
    value.write(compactTo: &self)
  }

  package mutating func field<Value: FieldValue>(_ key: StaticString, _ value: inout Value?) {
    value?.write(compactTo: &self)
  }
}

/// Gives back what a ``CompactSink`` received.
///
/// The bytes are this process's own, so that nothing in them can be wrong.
package protocol CompactSource: FieldCoder where Failure == Never {
  /// The bits of the optional fields that follow in the record that is being read, the next lowest.
  var presence: UInt64 { get set }

  mutating func number() -> UInt64
  mutating func signed() -> Int64
  mutating func text() -> String
  mutating func tree() -> Tree
}

extension CompactSource {
  package mutating func field<Value: FieldValue>(_ key: StaticString, _ value: inout Value) {
    value = Value(compact: &self)
  }

  package mutating func field<Value: FieldValue>(_ key: StaticString, _ value: inout Value?) {
    value = presence & 1 == 1 ? Value(compact: &self) : nil
    presence >>= 1
  }
}

/// Finds out which of a record's optional fields are there.
struct FieldPresence: FieldCoder {
  private(set) var bits: UInt64 = 0
  private var next: UInt64 = 1

  func field<Value: FieldValue>(_ key: StaticString, _ value: inout Value) {}

  mutating func field<Value: FieldValue>(_ key: StaticString, _ value: inout Value?) {
    if value != nil { bits |= next }
    next <<= 1
  }
}
