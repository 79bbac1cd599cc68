import Sluice
import Testing

@testable import SluiceCore
@testable import SluiceEffects
@testable import SluiceFeatures

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

  @Test func `a type's name has those of the types around it, but no modules and functions`() {
    struct Local {
      struct Inner {}
    }
    let names: [(type: any Any.Type, name: String)] = [
      (Int.self, "Int"),
      ([String: Int?].self, "Dictionary<String, Optional<Int>>"),
      (Outer<Nested>.Inner<Int>.self, "Outer<TypeNameTests.Nested>.Inner<Int>"),
      (Nested.self, "TypeNameTests.Nested"),
      ([Int].Extended.self, "Array<Int>.Extended"),
      (`A.type`.`with.dots`.self, "`A.type`.`with.dots`"),
      (Local.self, "TypeNameTests.Local"),
      (Local.Inner.self, "TypeNameTests.Local.Inner"),
    ]
    for (type, name) in names { #expect(String(nestedNameOf: type) == name) }
  }
}
