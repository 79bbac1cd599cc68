#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file at a path; doesn't follow symbolic links.
package struct PathFacts: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case directory
    case symbolicLink
    case socket
    case regularFile
    case other
  }

  package var kind: Kind
  package var owner: UInt32
  /// The lowest twelve bits of the mode.
  package var permissions: UInt16
  package var identity: Identity
  /// Bytes.
  package var size: Int64

  /// Tells one file from another, whatever it is called.
  package struct Identity: Hashable, Sendable {
    package var device: UInt64
    package var inode: UInt64

    package init(device: UInt64 = 0, inode: UInt64 = 0) {
      self.device = device
      self.inode = inode
    }
  }

  package init(
    kind: Kind,
    owner: UInt32,
    permissions: UInt16,
    identity: Identity = Identity(),
    size: Int64 = 0
  ) {
    self.kind = kind
    self.owner = owner
    self.permissions = permissions
    self.identity = identity
    self.size = size
  }

  /// Looks at a path; `nil` when nothing is there.
  package init?(at path: String) throws(SocketError) {
    var facts = stat()
    guard uninterrupted({ unsafe lstat(path, &facts) }) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .last("lstat", path: path)
    }
    self.init(facts)
  }

  /// Looks at an open file.
  init(of descriptor: borrowing FileDescriptor) throws(SocketError) {
    var facts = stat()
    let number = descriptor.rawValue
    guard uninterrupted({ unsafe fstat(number, &facts) }) == 0 else {
      throw .last("fstat")
    }
    self.init(facts)
  }

  private init(_ facts: stat) {
    kind =
      switch facts.st_mode & S_IFMT {
      case S_IFDIR: .directory
      case S_IFLNK: .symbolicLink
      case S_IFSOCK: .socket
      case S_IFREG: .regularFile
      default: .other
      }
    owner = facts.st_uid
    permissions = UInt16(truncatingIfNeeded: facts.st_mode & 0o7777)
    identity = Identity(
      device: UInt64(truncatingIfNeeded: facts.st_dev),
      inode: UInt64(truncatingIfNeeded: facts.st_ino)
    )
    size = Int64(facts.st_size)
  }
}
