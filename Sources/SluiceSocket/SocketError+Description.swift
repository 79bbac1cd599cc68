#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension SocketError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownEndpoint(let text):
      "The endpoint “\(text)” has an unknown form. Write unix:/path/to/socket or file:path"
        + "\(text.endpointOfPath.map { ", such as \($0)" } ?? "")."
    case .emptyPath(let text):
      "The endpoint “\(text)” has no path. Write unix:/path/to/socket or file:path."
    case .relativePath(let path):
      "The socket's path “\(path)” is relative, and a program and its Explorer may run in"
        + " different directories. Write the path from the root, as unix:/…"
    case .dottedPath(let path):
      "The socket's path “\(path)” contains “.” or “..”. Remove them."
    case .abstractName(let text):
      "The endpoint “\(text)” is an abstract name, which any user of this machine could take."
        + " Write the path of a socket, as unix:/…"
    case .zeroByteInPath(let path):
      "The path “\(path)” contains a zero byte. Remove it."
    case .pathTooLong(let path, let bytes, let limit):
      "The socket's path “\(path)” is \(bytes) bytes long; this system takes at most"
        + " \(limit - 1). Choose a shorter one with --endpoint or SLUICE_EXPLORER."
    case .notASocketEndpoint(let path):
      "The endpoint file:\(path) is a file; a socket is needed here. Write unix:/…"
    case .directoryMissing(let path):
      "The directory “\(path)” does not exist. Create it with mkdir -m 700, or choose another"
        + " place with --endpoint or SLUICE_EXPLORER."
    case .directoryRefused(let path, let fault):
      fault.sentence(about: path)
    case .hubExists(let path):
      "Another sluice-explorer already listens at “\(path)”. Attach to it as a viewer, or choose"
        + " another place with --endpoint."
    case .notASocket(let path, let kind):
      "“\(path)” is \(kind.phrase), not a socket, and was left alone. Move it away, or"
        + " choose another place with --endpoint."
    case .occupied(let path):
      "Something that is not a sluice-explorer listens at “\(path)”. Stop it, or choose another"
        + " place with --endpoint."
    case .fileExists(let path):
      "The file “\(path)” already exists and is not overwritten. Choose another name, or"
        + " move it away."
    case .fileInUse(let path):
      "Somebody else records to “\(path)”. Choose another name, or end that recording first."
    case .notAFile(let path):
      "“\(path)” can't be overwritten: it is a device, a pipe or a directory. Choose"
        + " another name."
    case .diskFull(let path):
      "The disk has no room for “\(path)”. Until it has, records wait; when there are too many, the"
        + " oldest are dropped and counted. Make room, or record to another disk."
    case .fileLost(let path, let fault):
      "The file “\(path)” was \(fault.rawValue) while it was written, so nothing more is written to"
        + " it. Record to another one, or leave it alone until the end."
    case .noHub(let path):
      "Nobody listens at “\(path)”. Start sluice-explorer, or name its place with --endpoint or"
        + " SLUICE_EXPLORER."
    case .hubSilent(let path):
      "The sluice-explorer that listens at “\(path)” does not answer. It may be stopped: continue"
        + " or end it, or choose another place with --endpoint."
    case .hubRefuses(let path, let reason):
      "The sluice-explorer that listens at “\(path)” refuses this one: \(reason)"
    case .peerRefused(let userID, let admitted):
      "The other side runs as user \(userID); only \(Self.list(admitted)) may connect. If you trust"
        + " that user, pass --allow-uid \(userID) to sluice-explorer, or set"
        + " SLUICE_EXPLORER_ALLOW_UID=\(userID) for the program."
    case .peerClosed:
      "The other side closed the connection."
    case .timedOut(let what):
      "Time ran out: \(what)."
    case .woken:
      "This program cancelled the wait."
    case .system(let call, let path, let code):
      "\(call) failed\(path.map { " for “\($0)”" } ?? ""): \(Self.text(of: code)) (\(code))."
    }
  }

  /// The code of the error for a full disk.
  static var noSpace: Int32 { ENOSPC }

  /// What is wrong, for a message that names the place itself.
  package var reason: String {
    if case .system(_, _, let code) = self { Self.text(of: code) } else { description }
  }

  private static func list(_ users: [UInt32]) -> String {
    let numbers = users.map(String.init)
    return numbers.count == 1 ? "user \(numbers[0])" : "users " + numbers.joined(separator: ", ")
  }

  private static func text(of code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "unknown error" }
    return unsafe String(cString: text)
  }
}

extension SocketError {
  /// Whether the system lacks something at the moment, so that the same may succeed later.
  package var mayPass: Bool {
    switch self {
    case .diskFull: true
    case .system(_, _, let code):
      [EMFILE, ENFILE, ENOMEM, ENOBUFS, EAGAIN, EINTR, EIO, ENOSPC, EDQUOT].contains(code)
    default: false
    }
  }

  /// Whether one side does not take the other, which doesn't change by itself.
  package var isRefusal: Bool {
    switch self {
    case .directoryRefused, .peerRefused: true
    case .system(_, _, let code): code == EACCES || code == EPERM
    default: false
    }
  }
}

extension SocketError.DirectoryFault {
  fileprivate func sentence(about path: String) -> String {
    switch self {
    case .symbolicLink:
      "“\(path)” is a symbolic link, whose target could change. Name the directory"
        + " itself with --endpoint or SLUICE_EXPLORER."
    case .notADirectory:
      "“\(path)” is not a directory. Move it away, or choose another place with --endpoint or"
        + " SLUICE_EXPLORER."
    case .owner(let owner, let expected):
      "The directory “\(path)” belongs to user \(owner), and this process runs as user \(expected). If you trust"
        + " that user, set SLUICE_EXPLORER_ALLOW_UID=\(owner) for the program, or pass --allow-uid"
        + " \(owner) to sluice-explorer; else choose another place with --endpoint or SLUICE_EXPLORER."
    case .permissions(let mode):
      "The directory “\(path)” has mode \(Self.octal(mode)), which lets other users write in it."
        + " Check what is in it, then chmod 700 it, or choose another place with --endpoint."
    case .shutsOut(let mode):
      "The directory “\(path)” has mode \(Self.octal(mode)), which excludes the users that"
        + " --allow-uid names. Let them reach the socket with chmod 711, or choose another place with"
        + " --endpoint."
    }
  }

  private static func octal(_ mode: UInt16) -> String {
    "0" + String(mode, radix: 8)
  }
}

extension String {
  /// The endpoint that a path without a scheme is probably meant to be; `nil` if it is no path.
  fileprivate var endpointOfPath: String? {
    guard contains("/"), !contains(":") else { return nil }
    return (hasSuffix(".sock") ? "unix:" : "file:") + self
  }
}

extension PathFacts.Kind {
  fileprivate var phrase: String {
    switch self {
    case .directory: "a directory"
    case .symbolicLink: "a symbolic link"
    case .socket: "a socket"
    case .regularFile: "a file"
    case .other: "something else"
    }
  }
}
