import SluiceTree

extension WireError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .json(let fault, let offset):
      "The line is damaged at byte \(offset): \(fault)."
    case .notAnObject:
      "The line is JSON but not an object. A record looks like {\"type\":\"bye\"}."
    case .missingKey(let key, let record):
      "The \(record) record lacks the key \(key.shortQuoted). Send it, or skip the record."
    case .badKey(let key, let record, let expected):
      "In the \(record) record, \(key.shortQuoted) must be \(expected)."
    case .outOfRange(let key, let record, let value, let range):
      "In the \(record) record, \(key.shortQuoted) is \(value). Send a whole number from"
        + " \(range.lowerBound) to \(range.upperBound)."
    case .recordTooLong(let bytes, .beforeHello):
      "The first record is \(ByteCount(bytes)) long; at most"
        + " \(ByteCount(LineLimit.beforeHello.bytes)) are read before hello. Send hello first."
    case .recordTooLong(let bytes, let limit):
      "The record is \(ByteCount(bytes)) long; at most \(ByteCount(limit.bytes)) are read. Raise"
        + " --max-record, or redact part of the state."
    case .unfinishedLine(let bytes):
      "The stream ends within a record, \(ByteCount(bytes)) after its beginning. What came before"
        + " it is whole."
    case .noCommonVersion(let theirs, let ours):
      "The other side speaks \(Self.phrase(theirs)) of the wire and we speak"
        + " \(Self.phrase(ours)). Update the older of program and sluice-explorer."
    }
  }

  private static func phrase(_ versions: ClosedRange<WireVersion>) -> String {
    versions.lowerBound == versions.upperBound
      ? "version \(versions.lowerBound)"
      : "versions \(versions.lowerBound) to \(versions.upperBound)"
  }
}

extension WireError.JSONFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .endsEarly: "the text ends in the middle of a value"
    case .unexpected(let byte): "\(Self.name(byte)) is not expected here"
    case .trailing: "there is more after the value"
    case .tooDeep(let limit): "more than \(limit) arrays and objects are nested"
    case .invalidUTF8: "the bytes are not UTF-8"
    case .controlCharacter(let byte): "\(Self.name(byte)) must be escaped in a string"
    case .badEscape: "there is no such escape"
    case .loneSurrogate: "half of a surrogate pair lacks its other half"
    case .badNumber: "the digits are not a JSON number"
    case .numberOutOfRange: "the number fits neither 128 bits nor a double"
    case .duplicateKey(let key): "the key \(key.shortQuoted) comes twice in one object"
    case .reservedKey(let key):
      "the key \(key.shortQuoted) begins with a single $, which marks tagged values, and tags come"
        + " first and once; double the $ of a key of your own"
    case .badTag(let kind, "$"):
      "the tag \"$\" must be a string\(kind.isEmpty ? "" : ", not \(kind.shortQuoted)")"
    case .badTag(let kind, let key):
      "in the tagged value \(kind.shortQuoted), \(key.shortQuoted) is missing or has another type"
    }
  }

  private static func name(_ byte: UInt8) -> String {
    (0x21...0x7E).contains(byte)
      ? "“\(Unicode.Scalar(byte))”"
      : "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}

extension String {
  /// In quotation marks and cut, so that an error is never longer than what it is about.
  fileprivate var shortQuoted: String { beginning(64).quoted }
}
