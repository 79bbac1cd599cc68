import Sluice

/// A state with one value of each kind that is copied on write.
struct World: Sendable, Equatable {
  var count = 0
  var twice = 0
  var numbers = Array(repeating: 0, count: 16)
  var names: [String: Int] = [:]
  var text = Self.text
  var boxed = Boxed()
  var lines = Array(repeating: Self.text, count: 8)
  var table = (0..<8).map { Array(0...$0) }
  var rows = Entities((0..<32).map { Row(id: $0) })

  static let text = "longer than what a string holds without a buffer"

  /// Reads all of it.
  var sum: Int {
    var sum = count &+ twice &+ boxed.storage.numbers[0] &+ rows.reduce(0) { $0 &+ $1.count }
    for number in numbers { sum &+= number }
    for (name, number) in names { sum &+= name.utf8.count &+ number }
    for line in lines + [text] { for byte in line.utf8 { sum &+= Int(byte) } }
    for row in table { for number in row { sum &+= number } }
    return sum
  }
}

struct Row: Identifiable, Sendable, Equatable {
  let id: Int
  var text = World.text
  var count = 0
}

/// A value whose storage is copied on write, as programs write such values.
struct Boxed: Sendable, Equatable {
  final class Storage: @unchecked Sendable {
    // `@unchecked`: changed only while there is one reference.
    var numbers: [Int]

    init(_ numbers: [Int]) { self.numbers = numbers }
  }

  private(set) var storage = Storage([0, 0, 0])

  mutating func change() {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.numbers) }
    storage.numbers[0] += 1
    storage.numbers[2] = storage.numbers[0]
  }

  static func == (one: Boxed, other: Boxed) -> Bool { one.storage.numbers == other.storage.numbers }
}

struct Count: Action { var by = 1 }
struct Answered: Action {}
/// Changes a value of each kind in place.
struct Change: Action { let index: Int }

extension Reducer where State == World {
  static let world = Reducer(
    ReduceOn(Count.self) { world, action in
      world.count += action.by
      world.twice = world.count * 2
    },
    ReduceOn(Change.self) { world, action in
      let index = action.index & 7
      switch action.index / 8 % 7 {
      case 0:
        world.numbers[index] += 1
        world.numbers.append(index)
        if world.numbers.count > 64 { world.numbers.removeLast(32) }
      case 1:
        world.names["name \(action.index % 97)", default: 0] += 1
        if world.names.count > 50 { world.names.removeAll(keepingCapacity: true) }
      case 2: extend(&world.text)
      case 3: world.boxed.change()
      case 4: extend(&world.lines[index])
      case 5: world.table[index][0] += 1
      default:
        world.rows.update(id: index * 4) { row in
          row.count += 1
          extend(&row.text)
        }
      }
    }
  )
}

private func extend(_ text: inout String) {
  if text.utf8.count > 100 { text = World.text + text.suffix(3) } else { text += "." }
}
