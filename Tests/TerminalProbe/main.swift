import ExplorerTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// A program with a screen, for tests of what becomes of its terminal. It shows what it reads, line by line; its
// keys end it in different ways.

/// Overflows the stack; the addition afterwards keeps it from becoming a loop.
func recurse(_ depth: Int) -> Int {
  depth == .max ? 0 : recurse(depth + 1) + depth
}

func describe(_ event: TerminalEvent) -> String {
  switch event {
  case .input(.key(let press)): "key \(press.key) \(press.modifiers.rawValue)"
  case .input(.mouse(let press)): "mouse \(press.button) \(press.row) \(press.column)"
  case .input(.paste(let text)): "paste \(text)"
  case .input(.focus(let isFocused)): "focus \(isFocused)"
  case .input(let other): "\(other)"
  case .resized(let size): "size \(size.columns) \(size.rows)"
  case .resumed: "resumed"
  case .ended(let signal): "ended \(signal ?? 0)"
  }
}

func act(on character: Character, _ device: TerminalDevice) {
  switch character {
  case "q":
    device.leave()
    exit(3)
  case "e": exit(4)
  case "f": fatalError("on purpose")
  case "o": print(recurse(CommandLine.argc == 1 ? 0 : .max))
  case "z": device.suspend()
  case "t": raise(SIGTSTP)
  case "s": raise(SIGSTOP)
  case "g":
    device.leave()
    print("given back, and ignored: \(SignalAction(of: SIGTSTP).isIgnored)")
    device.enterAgain()
  // Reads nothing any more.
  case "h":
    device.write(Array("deaf".utf8))
    while true { pause() }
  default: break
  }
}

func run() throws {
  let device = try TerminalDevice()
  var writer = FrameWriter(colors: true)
  var lines = ["ready \(device.size.columns) \(device.size.rows)"]
  while true {
    var grid = Grid(size: device.size)
    for (row, line) in lines.suffix(grid.size.rows).enumerated() {
      grid.write(line, row: row, column: 0)
    }
    if !device.isBehind { device.write(writer.bytes(showing: grid)) }
    for event in device.nextEvents() {
      lines.append(describe(event))
      if case .input(.key(let press)) = event, case .character(let character) = press.key {
        act(on: character, device)
        if "zg".contains(character) { writer.forget() }
      }
      if event == .resumed { writer.forget() }
      if case .ended(let signal) = event { device.end(by: signal ?? SIGHUP) }
    }
  }
}

do {
  try run()
} catch {
  print(error)
  exit(1)
}
