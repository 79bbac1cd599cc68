import SluiceWire

/// The versions of the Explorer and of its wire protocol.
enum ExplorerVersion {
  static let number = "0.1.0"

  static var text: String {
    "sluice-explorer \(number) (wire version \(WireVersion.supported.upperBound))"
  }
}
