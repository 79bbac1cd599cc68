import SluiceSocket
import SluiceWire
import Synchronization

@testable import wire_check

/// A program that writes its lines by hand, as the page *The wire* says, except for one fault.
///
/// Runs on a thread of its own until ``stop()``.
final class StandInProgram: Sendable {
  enum Fault: CaseIterable, Sendable {
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

  func stop() { stopping.wake() }

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
    var hasBegun = false
    var outbox = Outbox(limit: .max)
    var framer = LineFramer(limit: .record(1 << 20))
    var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// Sends a record of members that are written by hand, those that aren't `nil`.
    private mutating func send(_ type: String, _ members: String?..., reply: Int? = nil) {
      let reply = reply.map { #""reply":\#($0)"# }
      let all = ([#""type":"\#(type)""#] + members + [reply]).compactMap(\.self)
      _ = outbox.append(Array("{\(all.joined(separator: ","))}\n".utf8))
    }

    private mutating func sendState(reply: Int? = nil) {
      let text = fault == .longRecords ? String(repeating: "a", count: 5_000) : ""
      let value = fault == .wrongState && sent > 3 ? sent + 1 : sent
      let state = #""state":{"$$n":\#(value),"text":"\#(text)"}"#
      send("state", #""number":\#(sent)"#, state, reply: reply)
    }

    private var time: String {
      #""time":\#(HostProcess.microsecondsSince1970 / (fault == .milliseconds ? 1_000 : 1))"#
    }

    private mutating func begin() {
      if hasBegun, fault == .newInstance { instance = "program-2" }
      let versions = fault == .laterVersion ? "[2,3]" : "[1,1]"
      send(
        "hello",
        #""versions":\#(versions),"role":"program","instance":"\#(instance)","name":"P""#,
        fault == .helloWithoutProcess ? nil : #""pid":1"#,
        #""capabilities":["pause","snapshot","dispatch"],"accepts":["Known"]"#,
        #""lastCommit":\#(number)"#
      )
      number += 1
      let mark = fault == .unmarkedBacklog ? nil : #""changesUnknown":true"#
      send("commit", #""number":\#(number),"action":{"type":"Early"}"#, time, mark)
      sent = number
      hasBegun = true
      if fault == .secondHello {
        send("hello", #""versions":[1,1],"role":"program","instance":"x","name":"P","pid":1"#)
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
      let change = #"{"kind":"set","path":\#(path),"old":\#(old),"new":\#(number)}"#
      send(
        "commit",
        fault == .fraction ? #""number":\#(shown).0"# : #""number":\#(shown)"#,
        time,
        #""action":{"type":"Tick"},"changes":[\#(change)]"#,
        number - sent > 1 && reply != nil ? #""count":\#(number - sent)"# : nil,
        reply: reply
      )
      sent = number
    }

    private mutating func take(_ line: ArraySlice<UInt8>) -> Bool {
      guard let record = try? WireRecord(line: line) else {
        if fault == .endsAtDamage { return false }
        send("error", #""message":"This is no record.""#)
        return true
      }
      switch record {
      case .welcome:
        if fault == .waitsForWelcome { sendState() }
      case .unknown(let type):
        if fault == .complains { send("error", #""message":"What is \#(type)?""#) }
      case .snapshot(let command):
        sendState(reply: fault == .forgetsReply ? nil : command.request)
      case .pause(let command):
        isPaused = true
        if fault != .noPauseReply { sendState(reply: command.request) }
      case .resume(let command):
        isPaused = false
        if number > sent, fault != .silentGap {
          let numbers = #""from":\#(sent + 1),"to":\#(number)"#
          send("dropped", #""count":\#(number - sent)"#, numbers)
        }
        sent = number
        sendState(reply: command.request)
      case .dispatch(let command) where command.action.type == "Known":
        if fault == .answersTwoActions { sendState(reply: command.request) }
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
      send("error", #""message":"No.""#, reply: request)
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
