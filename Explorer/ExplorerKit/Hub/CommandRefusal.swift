import SluiceWire

/// Why a command does not reach its program.
enum CommandRefusal: Error, Hashable, CustomStringConvertible {
  case noHub
  case unknownProgram(String?)
  case tooManyWait(Int)
  case notRead(bytes: Int)
  case wentAway
  case tooManyQuestions(Int)
  case isBehind
  case cannot(WireRecord.Hello.Capability)

  var description: String {
    switch self {
    case .noHub:
      "No sluice-explorer listens at the moment, since the one that did has ended. Send it again."
    case .unknownProgram(nil):
      "The command does not say which program it is for. Add the “instance” of its hello."
    case .unknownProgram(let instance?):
      "No program with the instance “\(instance)” is connected. Look for another one in the hellos."
    case .tooManyWait(let count):
      "\(count) commands wait for an answer of this program. Wait until it answers."
    case .notRead(let bytes):
      "The program does not read its commands: \(ByteCount(bytes)) wait. It may be stopped."
    case .wentAway:
      "The program disconnected before it answered."
    case .tooManyQuestions(let count):
      "\(count) questions wait for their answers. Wait for one."
    case .isBehind:
      "The past of this program is still being received. Send the command again after it."
    case .cannot(let capability):
      "This program can't \(capability == .restoreValue ? "set values" : "leave out commits"): its hello"
        + " doesn't list \(capability.rawValue). Allow it with"
        + " ExplorerInterceptor { $0.allowsRestore = true }, or update its SluiceMonitor."
    }
  }
}
