import SluiceWire

/// The version of the Explorer and of what it speaks.
enum ExplorerVersion {
  static let number = "0.1.0"

  static var text: String {
    "sluice-explorer \(number) (wire version \(WireVersion.supported.upperBound))"
  }
}
