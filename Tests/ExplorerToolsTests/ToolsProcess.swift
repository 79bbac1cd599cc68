import Foundation
import SluiceSocket
import SluiceTree
import SluiceWire
import TestSupport

@testable import ExplorerKit

/// The built `sluice-explorer`, by default as `mcp`, and a client that talks to it over pipes.
final class ToolsProcess {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let process: PipedProcess
  private var framer = LineFramer()

  init(command: String = "mcp", _ arguments: [String]) throws {
    process = try PipedProcess([command] + arguments)
  }

  func send(_ line: String) throws { try send(bytes: Data((line + "\n").utf8)) }
  func send(bytes: Data) throws { try process.input.write(contentsOf: bytes) }

  /// Reads the next line; `nil` at the end.
  func next() throws -> String? {
    while true {
      if let line = try framer.next() { return String(decoding: line, as: UTF8.self) }
      let data = process.output.availableData
      guard !data.isEmpty else { return nil }
      framer.append(Array(data)[...])
    }
  }

  /// Whether there is something to read, or soon is.
  func hasOutput(within time: Duration) throws -> Bool {
    var poller = Poller()
    let entry = poller.add(process.output.fileDescriptor, for: .reading)
    return try poller.wait(timeout: time) > 0 && poller.canRead(entry)
  }

  /// Reads the next message; `null` at the end.
  func nextMessage() throws -> Tree {
    try next().map { Conversation.tree(of: $0.utf8) } ?? .null
  }

  /// Sends a request of the revision 2026-07-28.
  func request(_ id: Int, _ method: String, _ params: Tree = [:]) throws {
    try send(Conversation.line(id, method, params))
  }

  /// Calls a tool.
  func request(_ id: Int, _ tool: Tool, _ arguments: Tree = [:]) throws {
    try request(id, "tools/call", ["name": .string(tool.rawValue), "arguments": arguments])
  }

  /// Calls a tool, and returns its structured answer; `nil` if it has none.
  func ask(_ id: Int, _ tool: Tool, _ arguments: Tree = [:]) throws -> Tree? {
    try request(id, tool, arguments)
    return try nextMessage().answer(of: tool)
  }

  /// Closes the input, and returns the exit code.
  func end() throws -> Int32 {
    try process.input.close()
    return process.end()
  }

  /// Standard error, up to its end.
  func complaint() -> String {
    String(decoding: process.complaints.readDataToEndOfFile(), as: UTF8.self)
  }

  /// Reads standard error until it contains a text.
  func waitForComplaint(containing text: String) throws {
    var said = ""
    while !said.contains(text) {
      let data = process.complaints.availableData
      guard !data.isEmpty else { throw Failure(description: "Standard error: \(said)") }
      said += String(decoding: data, as: UTF8.self)
    }
  }
}
