import SluiceTree
import TestSupport
import Testing

/// Measured in a process of its own, because other tests allocate memory too.
@Suite(.inTurn, .serialized, .unsanitized)
struct EncoderMemoryTests {
  @Test func `an encoder releases all that a value has encoded, whatever its shape`() async {
    await #expect(processExitsWith: .success) {
      let encoder = TreeEncoder()
      for (name, value) in EveryShape.alone {
        try requireNoGrowth(of: name, over: 1_500, limit: 1 << 19) { _ = try encoder.encode(value) }
      }
    }
  }

  @Test func `a value that throws leaves nothing behind`() async {
    await #expect(processExitsWith: .success) {
      let encoder = TreeEncoder()
      try requireNoGrowth(of: "throwing", over: 4_000, limit: 1 << 20) {
        _ = try? encoder.encode(Throwing())
      }
    }
  }

  private struct Throwing: Encodable {
    struct Failure: Error {}
    enum Key: CodingKey { case key }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      var nested = container.nestedUnkeyedContainer()
      try nested.encode(["a", "b"])
      var keyed = nested.nestedContainer(keyedBy: Key.self)
      var deepest = keyed.nestedContainer(keyedBy: Key.self, forKey: .key)
      try deepest.encode(1, forKey: .key)
      throw Failure()
    }
  }
}
