import ExplorerTerminal
import SluiceTree
import SluiceWire

/// Collects the bytes of an export and passes them on in large pieces.
struct ExportBuffer<Failure: Error> {
  private static var pieceLength: Int { 1 << 18 }

  private var bytes: [UInt8] = []
  private let put: ([UInt8]) throws(Failure) -> Void

  init(_ put: @escaping ([UInt8]) throws(Failure) -> Void) {
    self.put = put
  }

  mutating func write(_ text: String) throws(Failure) {
    bytes.append(contentsOf: text.utf8)
    try passOn()
  }

  mutating func write(_ more: [UInt8]) throws(Failure) {
    bytes += more
    try passOn()
  }

  /// Writes JSON in which nothing acts on a terminal, hides or reorders text.
  ///
  /// - Parameter form: Of whose parser the text is.
  mutating func write(json tree: Tree, _ form: PlainForm? = nil) throws(Failure) {
    VisibleText.append(
      json: tree,
      to: &bytes,
      withoutPairs: form == .perfetto,
      doublesDollars: form == nil
    )
    try passOn()
  }

  private mutating func passOn() throws(Failure) {
    if bytes.count >= Self.pieceLength { try finish() }
  }

  /// Passes on the rest.
  mutating func finish() throws(Failure) {
    try put(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
