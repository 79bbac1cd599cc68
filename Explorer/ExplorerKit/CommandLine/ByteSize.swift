/// A number of bytes, written as `4096`, `64k`, `32MiB`.
struct ByteSize: Hashable, Sendable {
  let bytes: Int

  init?(parsing text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let shift: Int
    switch text.dropFirst(digits.count).lowercased() {
    case "": shift = 0
    case "k", "kib": shift = 10
    case "m", "mib": shift = 20
    case "g", "gib": shift = 30
    default: return nil
    }
    guard let count = Int(digits) else { return nil }
    let (bytes, overflow) = count.multipliedReportingOverflow(by: 1 << shift)
    guard !overflow else { return nil }
    self.bytes = bytes
  }
}
