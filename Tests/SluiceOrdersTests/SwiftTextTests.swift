import Foundation
import Testing

@testable import SluiceOrders

/// Values as Swift text; each of these lines is the text of the value beside it.
@Suite struct SwiftTextTests {
  enum Shape: Equatable {
    case point
    case circle(radius: Double)
    case text(String, size: Int)
  }
  struct Card: Equatable {
    let title: String
    var tags: Set<String> = []
    var counts: [String: Int] = [:]
    var shape: Shape?
  }

  @Test func `a value's text makes the value again`() {
    let values: [(Any, String)] = [
      (1, "1"),
      (-0.5, "-0.5"),
      ("a \"quoted\"\nline", #""a \"quoted\"\nline""#),
      ([1, 2], "[1, 2]"),
      ([String: Int](), "[:]"),
      (["b": 1, "a": 2], #"["a": 2, "b": 1]"#),
      (Set([3, 1]), "[1, 3]"),
      (Int?.none as Any, "nil"),
      (Shape.point, "SwiftTextTests.Shape.point"),
      (Shape.circle(radius: 2), "SwiftTextTests.Shape.circle(radius: 2.0)"),
      (Shape.text("x", size: 3), #"SwiftTextTests.Shape.text("x", size: 3)"#),
      (
        Card(title: "Hi", tags: ["t"], shape: .point),
        """
        SwiftTextTests.Card(title: "Hi", tags: ["t"], counts: [:], shape: SwiftTextTests.Shape.point)
        """
      ),
      (Date(timeIntervalSinceReferenceDate: 5), "Date(timeIntervalSinceReferenceDate: 5.0)"),
      (Data([1, 2]), "Data([1, 2])"),
      (Double.infinity, ".infinity"),
      (-Double.infinity, "-.infinity"),
    ]
    for (value, text) in values { #expect(SwiftText(value).description == text) }
  }
}
