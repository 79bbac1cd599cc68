/// What a type consists of, as the metadata that the compiler emits for reflection says.
///
/// Reads the documented layout of metadata, which a mirror reads as well. A mirror would show
/// values only, and what a type says of itself: not the declared type of a property, nor the cases
/// that a value isn't.
enum TypeFields {
  /// The declared types of a struct's stored properties, of an enum's payloads or of a tuple's
  /// elements, and whether one of them is stored indirectly.
  case parts([Any.Type], areIndirect: Bool)
  /// A metatype, which refers to nothing that is ever released or changed.
  case none
  /// A class, a function, an existential, or a type without metadata for reflection.
  case unknown

  /// The kinds of metadata that have parts.
  private enum Kind {
    static let `struct`: UInt = 0x200
    static let `enum`: UInt = 0x201
    static let optional: UInt = 0x202
    static let tuple: UInt = 0x301
    static let metatype: UInt = 0x304
    static let existentialMetatype: UInt = 0x306
  }

  init(_ type: Any.Type) {
    #if _ptrauth(_arm64e)
      // The pointers in metadata are signed there.
      self = .unknown
    #else
      let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
      self =
        switch unsafe metadata.load(as: UInt.self) {
        case Kind.struct, Kind.enum, Kind.optional: unsafe Self.fields(metadata)
        case Kind.tuple: unsafe Self.elements(metadata)
        case Kind.metatype, Kind.existentialMetatype: .none
        default: .unknown
        }
    #endif
  }

  private static let word = MemoryLayout<Int>.size

  /// A tuple: kind, number of elements, labels, then type and offset of each element.
  private static func elements(_ metadata: UnsafeRawPointer) -> TypeFields {
    let count = unsafe metadata.load(fromByteOffset: word, as: Int.self)
    let types = (0..<count).map { index in
      unsafe metadata.load(fromByteOffset: (3 + 2 * index) * word, as: Any.Type.self)
    }
    return .parts(types, areIndirect: false)
  }

  /// A struct or an enum: kind, descriptor, then the generic arguments.
  ///
  /// The descriptor's fifth word of four bytes leads to the fields: twelve bytes, which end with the
  /// size of a record, then the number of records, then the records.
  private static func fields(_ metadata: UnsafeRawPointer) -> TypeFields {
    let descriptor = unsafe metadata.load(fromByteOffset: word, as: UnsafeRawPointer.self)
    guard let fields = unsafe relative(descriptor + 16) else { return .unknown }
    let size = Int(unsafe fields.load(fromByteOffset: 10, as: UInt16.self))
    let count = Int(unsafe fields.load(fromByteOffset: 12, as: UInt32.self))
    var types: [Any.Type] = []
    var areIndirect = false
    for index in 0..<count {
      let record = unsafe fields + 16 + index * size
      // A case without a payload has no type.
      guard let name = unsafe relative(record + 4) else { continue }
      let type = unsafe _getTypeByMangledNameInContext(
        name.assumingMemoryBound(to: UInt8.self),
        UInt(nameLength(name)),
        genericContext: descriptor,
        genericArguments: metadata + 2 * word
      )
      guard let type else { return .unknown }
      types.append(type)
      if unsafe record.load(as: UInt32.self) & 1 != 0 { areIndirect = true }
    }
    return .parts(types, areIndirect: areIndirect)
  }

  /// Follows a reference that is stored as a distance from itself; `nil` for none.
  private static func relative(_ reference: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = unsafe reference.load(as: Int32.self)
    return distance == 0 ? nil : unsafe reference + Int(distance)
  }

  /// Returns the length of a mangled name, in which references to types stand as bytes.
  private static func nameLength(_ name: UnsafeRawPointer) -> Int {
    var length = 0
    while true {
      switch unsafe name.load(fromByteOffset: length, as: UInt8.self) {
      case 0: return length
      case 0x01...0x17: length += 1 + 4
      case 0x18...0x1F: length += 1 + word
      default: length += 1
      }
    }
  }
}
