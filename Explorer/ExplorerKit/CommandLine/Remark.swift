import ExplorerTerminal
import SluiceSocket

/// Messages of the Explorer about itself, on standard error, apart from the output about programs.
enum Remark {
  static func write(_ text: String) {
    let output = OutputStream.standardError()
    output.writeLine(VisibleText(text).description)
    // A lost remark is no reason to fail.
    try? output.flush()
  }
}

extension Endpoint.Resolution {
  /// The endpoint, and where it comes from.
  var explanation: String {
    switch source {
    case .argument: "\(endpoint), from --endpoint"
    case .environment: "\(endpoint), from \(Endpoint.variable)"
    case .runtimeDirectory: "\(endpoint), in the directory of \(Endpoint.runtimeDirectoryVariable)"
    case .temporaryDirectory: "\(endpoint), the default"
    }
  }
}
