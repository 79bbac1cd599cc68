import SluiceCore
import SluiceTree

/// Makes actions for elements, of which a recording or a command has no more than the names of their types.
extension LiftedElements {
  /// Why no action can be made for an element.
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  /// Returns an action for the elements that were named, the outermost first.
  ///
  /// - Parameters:
  ///   - takes: Returns whether actions of a type are taken where this one is sent to: that chooses
  ///     among several types with the name of the outermost element.
  ///   - decode: Makes an id of its tree.
  static func wrap(
    _ action: any Action,
    for elements: [ElementName],
    takes: (any Action.Type) -> Bool = { _ in true },
    decode: (any Decodable.Type, Tree) throws -> Any
  ) throws -> any Action {
    try zip(elements.indices, elements).reversed().reduce(action) { action, next in
      let (index, element) = next
      let found = try find(element.type) {
        index > 0 || takes(element.id == nil ? $0.actions.every : $0.actions.one)
      }
      let wrapped = try withoutActuallyEscaping(decode) { decode in
        try found.wrap(action, element.id.map { id in { try decode($0, id) } })
      }
      guard let wrapped else {
        throw Refusal(description: "The ids of \(element.type) are not Decodable.")
      }
      return wrapped
    }
  }

  /// Returns the type with a name, which may be in lower case, as tools show it.
  private static func find(_ name: String, _ isMeant: (Lifted) -> Bool) throws -> Lifted {
    let all = self.all
    var found = all[name] ?? all.filter { ElementName.lowercased($0.key) == name }.flatMap(\.value)
    if found.count > 1 { found = found.filter(isMeant) }
    guard let only = found.first else {
      let names = all.keys.sorted().joined(separator: ", ")
      let known = names.isEmpty ? "no elements" : "elements of \(names)"
      throw Refusal(
        description: "Nothing is lifted onto elements of \(name.quoted), only onto \(known)."
      )
    }
    guard found.count == 1 else {
      let names = found.map(\.fullName).sorted().joined(separator: " and ")
      throw Refusal(description: "Several types of elements are called \(name.quoted): \(names).")
    }
    return only
  }
}
