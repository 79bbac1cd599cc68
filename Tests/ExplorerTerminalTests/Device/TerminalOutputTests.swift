import Foundation
import TestSupport
import Testing

@testable import ExplorerTerminal

/// A terminal that takes no bytes for a while, or that has an odd size.
@Suite(.inTurn) struct TerminalOutputTests {
  /// An unused terminal, with both of its ends.
  private final class Terminal {
    let control: Int32
    let device: Int32

    init() throws {
      var ends: (control: Int32, device: Int32) = (-1, -1)
      try #require(unsafe openpty(&ends.control, &ends.device, nil, nil, nil) == 0)
      (control, device) = ends
      var settings = termios()
      unsafe tcgetattr(device, &settings)
      unsafe cfmakeraw(&settings)
      unsafe tcsetattr(device, TCSANOW, &settings)
    }

    deinit {
      close(control)
      close(device)
    }

    /// Waits for bytes that were written, and returns them.
    func read() -> ArraySlice<UInt8> {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe systemRead(control, buffer.baseAddress, buffer.count)
      }
      return bytes[..<max(0, count)]
    }
  }

  /// With a descriptor that never waits, and with one that others have, too.
  @Test(arguments: [false, true])
  func `bytes that a terminal does not take wait, and none is lost`(isShared: Bool) throws {
    let terminal = try Terminal()
    let opened = try TerminalDevice.reopen(terminal.device, at: isShared ? "/dev/null/x" : nil)
    defer { close(opened.descriptor) }
    #expect(opened.isShared == isShared)
    var output = TerminalOutput(opened.descriptor, mayWait: opened.isShared)
    let sent = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 % 251) }
    output.write(Array(sent[..<200_000]))
    #expect(output.isPending)
    output.write(Array(sent[200_000...]))
    var received: [UInt8] = []
    while received.count < sent.count {
      let more = terminal.read()
      try #require(!more.isEmpty)
      received += more
      output.flush()
    }
    #expect(received == sent)
    #expect(!output.isPending)
  }

  @Test func `a terminal of any size has a screen of a bounded one`() throws {
    let terminal = try Terminal()
    for (rows, shown) in [(65_535, 1_000), (50, 50)] as [(UInt16, Int)] {
      var size = winsize(ws_row: rows, ws_col: 65_535, ws_xpixel: 0, ws_ypixel: 0)
      try #require(unsafe ioctl(terminal.device, UInt(TIOCSWINSZ), &size) == 0)
      #expect(TerminalDevice.size(of: terminal.device) == GridSize(columns: 1_000, rows: shown))
    }
    #expect(TerminalDevice.maximalSize == GridSize(columns: 1_000, rows: 1_000))
  }

  @Test func `pending output can be dropped, and a closed terminal accepts all`() throws {
    let terminal = try Terminal()
    let opened = try TerminalDevice.reopen(terminal.device)
    defer { close(opened.descriptor) }
    var output = TerminalOutput(opened.descriptor, mayWait: false)
    output.write([UInt8](repeating: 0x61, count: 1 << 20))
    #expect(output.isPending)
    output.removeAll()
    #expect(!output.isPending)
    var closed = TerminalOutput(-1, mayWait: false)
    closed.write([0x61])
    #expect(!closed.isPending)
  }

  @Test func `a terminal whose file cannot be opened is used as it is`() throws {
    let terminal = try Terminal()
    let before = fcntl(terminal.device, F_GETFL)
    let opened = try TerminalDevice.reopen(terminal.device, at: "/dev/null/x")
    defer { close(opened.descriptor) }
    #expect(fcntl(opened.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    #expect(fcntl(terminal.device, F_GETFL) == before)
    #expect(throws: TerminalDeviceError.system(call: "open", code: ENOTDIR)) {
      _ = try TerminalDevice.reopen(-1, at: "/dev/null/x")
    }
  }
}
