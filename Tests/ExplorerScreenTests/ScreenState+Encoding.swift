import Sluice

@testable import ExplorerKit

/// What messages of `TestStore` show: what a screen shows, and not all that it holds.
extension ScreenState: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(summary)
  }
}

/// An action that carries much, and is shown by its name.
protocol ShortAction: EncodableAction {}

extension ShortAction {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("\(Self.self)")
  }
}

extension Arrived: ShortAction {}
extension SearchAdvanced: ShortAction {}
extension TallyAdvanced: ShortAction {}
extension FoundMore: ShortAction {}
extension PaneAnswered: ShortAction {}
extension PastAnswered: ShortAction {}
extension PinFilled: ShortAction {}
