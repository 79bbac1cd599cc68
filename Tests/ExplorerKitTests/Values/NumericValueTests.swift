import SluiceTree
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn)
struct NumericValueTests {
  @Test func `numbers of every width are compared without rounding`() {
    let ascending: [NumericValue] = [
      .double(-.infinity), .double(-1e300), .integer(.min), .integer(-9_007_199_254_740_993),
      .double(-9_007_199_254_740_992), .double(-0.5), 0, .double(0.5), 1, .double(1.5), 2,
      .double(9_007_199_254_740_992), .integer(9_007_199_254_740_993), .integer(.max),
      .double(1e300), .double(.infinity),
    ]
    for (index, left) in ascending.enumerated() {
      for (other, right) in ascending.enumerated() {
        let expected: NumericValue.Order =
          index < other ? .below : index == other ? .equal : .above
        #expect(left.order(to: right) == expected, "\(left) and \(right)")
      }
    }
    #expect(NumericValue.integer(3).order(to: 3.0) == .equal)
    #expect(NumericValue.double(3).order(to: 3) == .equal)
    #expect(NumericValue.double(-0.0).order(to: 0) == .equal)
    #expect(NumericValue.double(.nan).order(to: 1) == nil)
    #expect(NumericValue.integer(1).order(to: .double(.nan)) == nil)
  }

  @Test func `a tree's numbers keep their digits`() {
    #expect(NumericValue(Tree(UInt64.max)) == .integer(Int128(UInt64.max)))
    #expect(NumericValue(Tree(Int128.min + 1)) == .integer(.min + 1))
    #expect(NumericValue(Tree(UInt128.max)) == .double(Double(UInt128.max)))
    #expect(NumericValue(Tree.double(1)) == .double(1))
    for other: Tree in [.null, true, "1", [], [:], .date(.init(secondsSince1970: 1)), .redacted] {
      #expect(NumericValue(other) == nil, "\(other)")
    }
  }

  @Test func `numbers are read as people write them`() {
    let written: [(String, NumericValue)] = [
      ("0", 0), ("-12", -12), ("0.5", 0.5), ("-1e3", -1000.0), (".5", 0.5),
      ("9007199254740993", .integer(9_007_199_254_740_993)),
      ("340282366920938463463374607431768211455", .double(Double(UInt128.max))),
    ]
    for (text, number) in written { #expect(NumericValue(parsing: text) == number, "\(text)") }
    for text in ["", "-", "+1", "1e999", "nan", "inf", "0x10", "1 ", "1_000", "1.2.3", "é"] {
      #expect(NumericValue(parsing: text) == nil, "\(text)")
    }
  }

  @Test func `integers are shown in groups`() {
    #expect(NumericValue.integer(-1_234_567).description == "-1,234,567")
    #expect(NumericValue.double(0.1).description == "0.1")
  }
}
