import Foundation
import Testing

@testable import ExplorerKit

/// The colours of the style sheet, by the contrast that WCAG 2.2 asks for (AA).
struct PageColorTests {
  enum Scheme: String, CaseIterable { case light, dark }

  /// What is written or drawn.
  private static let texts = ["text", "dim", "accent", "added", "removed", "changed", "key"]
  /// What lies behind it.
  private static let backs = ["back", "side", "selected", "touched"]

  @Test(arguments: Scheme.allCases)
  func `each colour stands out from each background`(scheme: Scheme) throws {
    let colors = try Self.colors(of: scheme)
    #expect(Set(Self.texts + Self.backs).isSubset(of: colors.keys))
    for text in Self.texts {
      for back in Self.backs {
        let contrast = Self.contrast(try #require(colors[text]), try #require(colors[back]))
        #expect(contrast >= 4.5, "\(text) on \(back)")
      }
    }
  }

  /// The custom properties of a scheme that are colours, as red, green and blue.
  private static func colors(of scheme: Scheme) throws -> [String: [Double]] {
    let style = PageFrame.head
    let border = try #require(style.range(of: "@media (prefers-color-scheme: dark)"))
    let end = try #require(style.range(of: "* {", range: border.upperBound..<style.endIndex))
    let text =
      switch scheme {
      case .light: style[..<border.lowerBound]
      case .dark: style[border.upperBound..<end.lowerBound]
      }
    var colors: [String: [Double]] = [:]
    for match in text.matches(of: /--([a-z]+): #([0-9a-f]{6})/) {
      let value = try #require(Int(match.2, radix: 16))
      colors[String(match.1)] = [16, 8, 0].map { Double(value >> $0 & 0xFF) / 255 }
    }
    return colors
  }

  private static func contrast(_ one: [Double], _ other: [Double]) -> Double {
    let light = [one, other].map { color in
      zip(color, [0.2126, 0.7152, 0.0722]).reduce(0) { sum, channel in
        let (value, weight) = channel
        return sum + weight * (value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4))
      }
    }
    return (max(light[0], light[1]) + 0.05) / (min(light[0], light[1]) + 0.05)
  }
}
