import SluiceSocket

/// What the Explorer says about itself, on standard error, so that it does not mix with what
/// programs say.
enum Remark {
  static func write(_ text: String) {
    let output = OutputStream.standardError()
    output.writeLine(VisibleText(text).description)
    // Nobody depends on remarks.
    try? output.flush()
  }
}

extension Endpoint.Resolution {
  /// The endpoint, and what named it.
  var explanation: String {
    switch source {
    case .argument: "\(endpoint), as --endpoint says"
    case .environment: "\(endpoint), as \(Endpoint.variable) says"
    case .runtimeDirectory: "\(endpoint), in the directory of \(Endpoint.runtimeDirectoryVariable)"
    case .temporaryDirectory: "\(endpoint), because no other place was named"
    }
  }
}
