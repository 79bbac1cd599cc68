import SluiceSocket
import SluiceWire
import Synchronization

@testable import wire_check

/// A program that writes its lines by hand, as the page *The wire* says, except for one fault.
///
/// Runs on a thread of its own until ``stop()``.
final class StandInProgram: Sendable {
  enum Fault: CaseIterable {
    case helloWithoutProcess, laterVersion, waitsForWelcome, unmarkedBacklog, secondHello
    case milliseconds, repeatsNumber, skipsNumber, missingPath, wrongOld, wrongState, fraction
    case complains, endsAtDamage, ignoresAction, answersTwoActions, ignoresRestore
    case forgetsReply, noPauseReply, commitsInPause, silentGap, newInstance, longRecords
  }

  private let fault: Fault?
  private let endpoint: Endpoint
  private let stopping: WakePipe

  init(at endpoint: Endpoint, fault: Fault? = nil) throws {
    self.endpoint = endpoint
    self.fault = fault
    stopping = try WakePipe()
    _ = try ServiceThread(name: "program") { [self] in run() }
  }

  func stop() {
    stopping.wake()
  }

  private func run() {
    var session = Session(fault: fault)
    while !isStopped(within: .milliseconds(20)) {
      guard let connection = try? Connection.connect(to: endpoint) else { continue }
      try? session.converse(over: connection, until: { self.isStopped(within: .zero) })
    }
  }

  private func isStopped(within time: Duration) -> Bool {
    var poller = Poller()
    poller.add(stopping.descriptor, for: .reading)
    return (try? poller.wait(timeout: time)) != 0
  }

  private struct Session {
    let fault: Fault?
    var instance = "program-1"
    var number = 0
    var sent = 0
    var isPaused = false
    var longest = 16 << 20
    var isWelcome = false
    var hasBegun = false
    var outbox = Outbox(limit: .max)
    var framer = LineFramer(limit: .record(1 << 20))
    var buffer = [UInt8](repeating: 0, count: 1 << 16)

    init(fault: Fault?) {
      self.fault = fault
    }

    private mutating func send(_ line: String) {
      _ = outbox.append(Array((line + "\n").utf8))
    }

    private var state: String {
      let text = fault == .longRecords ? String(repeating: "a", count: 5_000) : ""
      let value = fault == .wrongState && sent > 3 ? sent + 1 : sent
      return #"{"$$n":\#(value),"text":"\#(text)"}"#
    }

    private mutating func sendState(_ reply: Int? = nil) {
      let reply = reply.map { ",\"reply\":\($0)" } ?? ""
      send(#"{"type":"state","number":\#(sent),"state":\#(state)\#(reply)}"#)
    }

    private var time: Int64 {
      HostProcess.microsecondsSince1970 / (fault == .milliseconds ? 1_000 : 1)
    }

    private mutating func begin() {
      if hasBegun, fault == .newInstance { instance = "program-2" }
      let process = fault == .helloWithoutProcess ? "" : #","pid":1"#
      let versions = fault == .laterVersion ? "[2,3]" : "[1,1]"
      send(
        #"{"type":"hello","versions":\#(versions),"role":"program","instance":"\#(instance)","#
          + #""name":"P"\#(process),"capabilities":["pause","snapshot","dispatch"],"#
          + #""accepts":["Known"],"lastCommit":\#(number)}"#
      )
      number += 1
      let mark = fault == .unmarkedBacklog ? "" : #","changesUnknown":true"#
      send(
        #"{"type":"commit","number":\#(number),"time":\#(time),"action":{"type":"Early"}\#(mark)}"#
      )
      sent = number
      hasBegun = true
      if fault == .secondHello {
        send(
          #"{"type":"hello","versions":[1,1],"role":"program","instance":"x","name":"P","pid":1}"#
        )
      }
      if fault != .waitsForWelcome { sendState() }
    }

    private mutating func commit(reply: Int? = nil) {
      number += 1
      if isPaused, reply == nil, fault != .commitsInPause { return }
      // Among the first three, which every check waits for.
      if fault == .skipsNumber, number % 3 == 0 { number += 1 }
      let shown = fault == .repeatsNumber && number % 3 == 0 ? number - 1 : number
      let old = fault == .wrongOld ? sent + 7 : sent
      let path = fault == .missingPath ? #"["n"]"# : #"["$n"]"#
      let numberText = fault == .fraction ? "\(shown).0" : "\(shown)"
      let count = number - sent > 1 && reply != nil ? ",\"count\":\(number - sent)" : ""
      let replyText = reply.map { ",\"reply\":\($0)" } ?? ""
      send(
        #"{"type":"commit","number":\#(numberText),"time":\#(time),"action":{"type":"Tick"},"#
          + #""changes":[{"kind":"set","path":\#(path),"old":\#(old),"new":\#(number)}]"#
          + #"\#(count)\#(replyText)}"#
      )
      sent = number
    }

    private mutating func take(_ line: ArraySlice<UInt8>) -> Bool {
      guard let record = try? WireRecord(line: line) else {
        if fault == .endsAtDamage { return false }
        send(#"{"type":"error","message":"This is no record."}"#)
        return true
      }
      switch record {
      case .welcome(let welcome):
        longest = welcome.longestRecord
        if fault == .waitsForWelcome { sendState() }
      case .unknown(let type):
        if fault == .complains { send(#"{"type":"error","message":"What is \#(type)?"}"#) }
      case .snapshot(let command):
        sendState(fault == .forgetsReply ? nil : command.request)
      case .pause(let command):
        isPaused = true
        if fault != .noPauseReply { sendState(command.request) }
      case .resume(let command):
        isPaused = false
        if number > sent, fault != .silentGap {
          send(
            #"{"type":"dropped","count":\#(number - sent),"from":\#(sent + 1),"to":\#(number)}"#
          )
        }
        sent = number
        sendState(command.request)
      case .dispatch(let command) where command.action.type == "Known":
        if fault == .answersTwoActions { sendState(command.request) }
        commit(reply: command.request)
      case .dispatch(let command):
        if fault != .ignoresAction { refuse(command.request) }
      case .restore(let command):
        if fault != .ignoresRestore { refuse(command.request) }
      default:
        break
      }
      return true
    }

    private mutating func refuse(_ request: Int) {
      send(#"{"type":"error","reply":\#(request),"message":"No."}"#)
    }

    mutating func converse(over connection: Connection, until isOver: () -> Bool) throws {
      outbox = Outbox(limit: .max)
      framer = LineFramer(limit: .record(1 << 20))
      isPaused = false
      begin()
      var next = ContinuousClock.now + .milliseconds(10)
      while !isOver() {
        var poller = Poller()
        poller.add(connection.descriptor, for: outbox.isEmpty ? .reading : [.reading, .writing])
        let wait = max(.zero, ContinuousClock.now.duration(to: next))
        _ = try poller.wait(timeout: wait)
        if !outbox.isEmpty { try outbox.flush(to: connection) }
        switch try connection.read(into: &buffer) {
        case .bytes(let count): framer.append(buffer[..<count])
        case .nothing: break
        case .end: return
        }
        while true {
          do {
            guard let line = try framer.next() else { break }
            guard take(line) else { return }
          } catch {
            let head = String(decoding: framer.skippedHead, as: UTF8.self)
            guard let key = head.firstRange(of: #""request":"#) else { continue }
            refuse(Int(head[key.upperBound...].prefix { $0.isNumber }) ?? 0)
          }
        }
        if ContinuousClock.now >= next {
          next = ContinuousClock.now + .milliseconds(10)
          commit()
        }
      }
    }
  }
}
