/// A number of bytes, written as `4096`, `64k`, `32MiB`, `64MB`.
struct ByteSize: Hashable, Sendable {
  let bytes: Int

  init?(parsing text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit: Int
    switch text.dropFirst(digits.count).lowercased() {
    case "": unit = 1
    case "kb": unit = 1_000
    case "mb": unit = 1_000_000
    case "gb": unit = 1_000_000_000
    case "k", "kib": unit = 1 << 10
    case "m", "mib": unit = 1 << 20
    case "g", "gib": unit = 1 << 30
    default: return nil
    }
    guard let count = Int(digits) else { return nil }
    let (bytes, overflow) = count.multipliedReportingOverflow(by: unit)
    guard !overflow else { return nil }
    self.bytes = bytes
  }
}
