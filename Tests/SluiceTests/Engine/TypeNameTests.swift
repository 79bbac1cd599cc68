import Testing

@testable import Sluice

private enum Outer<Value> {
  struct Inner<Other> {}
}

extension Array {
  fileprivate struct Extended {}
}

private struct `A.type` {
  struct `with.dots` {}
}

@Suite struct TypeNameTests {
  private struct Nested {}

  private static let names: [(type: any Any.Type, name: String)] = [
    (Int.self, "Int"),
    ([String: Int?].self, "Dictionary<String, Optional<Int>>"),
    (Outer<Nested>.Inner<Int>.self, "Outer<TypeNameTests.Nested>.Inner<Int>"),
    (Nested.self, "TypeNameTests.Nested"),
    ([Int].Extended.self, "Array<Int>.Extended"),
    (`A.type`.`with.dots`.self, "`A.type`.`with.dots`"),
  ]

  @Test(arguments: names.indices)
  func `a type's name has those of the types around it, and no modules`(index: Int) {
    #expect(String(nestedNameOf: Self.names[index].type) == Self.names[index].name)
  }

  @Test func `the function around a type is left out`() {
    struct Local {
      struct Inner {}
    }
    #expect(String(nestedNameOf: Local.self) == "TypeNameTests.Local")
    #expect(String(nestedNameOf: Local.Inner.self) == "TypeNameTests.Local.Inner")
  }
}
