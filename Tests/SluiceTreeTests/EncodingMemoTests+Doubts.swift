import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SluiceTree

extension EncodingMemoTests {
  final class Model: Encodable {
    var value = 0
  }

  /// Encodes what a reference leads to, and the reference itself nowhere.
  struct Hidden: Encodable {
    let model: Model
    var name = "hidden"

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(model.value)
    }
  }

  struct Calling: EncodedAsContent {
    let value: () -> Int
    var content: Int { value() }
  }

  struct Weak: EncodedAsContent {
    weak var model: Model?
    var content: Int? { model?.value }
  }

  @safe struct Pointing: EncodedAsContent {
    let pointer: UnsafeMutablePointer<Int>
    var content: Int { unsafe pointer.pointee }
  }

  enum Either: Encodable {
    case none
    case model(Model)
  }

  /// Encodes what it holds as if it were that.
  struct Existential: Encodable {
    let value: any Encodable

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  struct State<Part: Encodable>: Encodable {
    var before = [1, 2, 3]
    var part: Part
    var parts: [Part]
    var named: [String: Part]
    var optional: Part?

    init(_ part: Part) {
      self.part = part
      parts = [part, part]
      named = ["a": part]
      optional = part
    }
  }

  func checkMutating(_ part: some Encodable, _ change: (Int) -> Void) {
    let state = State(part)
    let twins = Twins()
    for number in 0..<4 {
      twins.check(state, "\(type(of: part)) \(number)")
      change(number + 1)
    }
    #expect(twins.memo.takeImpureTypes().isEmpty)
  }

  @Test func `what a reference leads to is encoded each time`() {
    let model = Model()
    let pointer = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    unsafe pointer.initialize(to: 0)
    defer { unsafe pointer.deallocate() }
    let parts: [any Encodable] = [
      model, Hidden(model: model), Weak(model: model), Either.model(model), [model],
      ["a": Hidden(model: model)], Existential(value: Hidden(model: model)),
      Calling { model.value },
    ]
    for part in parts { checkMutating(part) { model.value = $0 } }
    checkMutating(unsafe Pointing(pointer: pointer)) { unsafe pointer.pointee = $0 }
  }

  /// Depends on its place.
  struct Located: Encodable {
    var text = "here"

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(encoder.codingPath.map(\.stringValue).joined(separator: "."))
    }
  }

  @Test func `a value that reads its coding path is encoded each time`() {
    var list = (0..<50).map { _ in Located() }
    let twins = Twins()
    twins.check(list)
    list.insert(Located(text: "in front"), at: 0)
    twins.check(list)
    list.removeSubrange(10..<20)
    twins.check(list)
  }

  struct Impure: EncodedAsContent, Hashable {
    static let suffix = Mutex("")
    var name: String
    var content: String { name + Self.suffix.withLock { $0 } }
  }

  struct Impurity: Encodable {
    var count = 0
    var list = (0..<100).map { Impure(name: "\($0)") }
    var other = [1, 2, 3]
    var alone = Impure(name: "alone")
  }

  @Test func `a type that turns out to depend on more than its value is encoded each time`() {
    Impure.suffix.withLock { $0 = "" }
    let twins = Twins()
    var state = Impurity()
    twins.check(state)
    Impure.suffix.withLock { $0 = "!" }
    // One reused value is verified in each run: the list's after at most as many as are reused.
    var found: [String] = []
    for number in 0..<6 where found.isEmpty {
      state.count = number
      _ = twins.encoder.show(state)
      found = twins.memo.takeImpureTypes()
    }
    #expect(found == ["Impure"])
    twins.check(state)
    Impure.suffix.withLock { $0 = "?" }
    state.count += 1
    twins.check(state)
    #expect(twins.memo.takeImpureTypes().isEmpty)
  }

  @Test func `an excluded type is encoded each time`() {
    Impure.suffix.withLock { $0 = "" }
    let twins = Twins { $0 == Impure.self }
    let state = Impurity()
    for suffix in ["", "!", "?"] {
      Impure.suffix.withLock { $0 = suffix }
      twins.check(state)
    }
    #expect(twins.memo.takeImpureTypes().isEmpty)
  }
}
