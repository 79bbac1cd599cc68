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
      "The command does not say for which program. Add the “instance” of its hello."
    case .unknownProgram(let instance?):
      "No program with the instance “\(instance)” is connected. Look for another one in the hellos."
    case .tooManyWait(let count):
      "\(count) commands wait for an answer of this program. Wait until it answers."
    case .notRead(let bytes):
      "The program does not read its commands: \(ByteCount(bytes)) wait. It may be stopped."
    case .wentAway:
      "The program went away before it answered."
    case .tooManyQuestions(let count):
      "\(count) questions wait for their answers. Wait for one."
    case .isBehind:
      "What this program did before is still on its way here. Send it again once it has come."
    case .cannot(let capability):
      "This program can't \(capability == .restoreValue ? "set values" : "leave out commits"): its hello"
        + " doesn't list \(capability.rawValue). Allow it with"
        + " ExplorerInterceptor { $0.allowsRestore = true }, or update its SluiceMonitor."
    }
  }
}
