#if DEBUG || FUZZING
  extension FuzzTarget {
    /// Runs the target on bytes; traps or throws if it finds something.
    func run(_ bytes: [UInt8]) throws {
      switch self {
      case .framing: try WireFuzzing.frame(bytes)
      case .record: try WireFuzzing.readRecord(bytes)
      case .json: try WireFuzzing.readJSON(bytes)
      case .decoding: try WireFuzzing.decode(bytes)
      case .session: try SessionFuzzing.replay(bytes)
      case .filter: try TextFuzzing.filter(bytes)
      case .path: try TextFuzzing.readPath(bytes)
      case .arguments: try TextFuzzing.readArguments(bytes)
      case .endpoint: try TextFuzzing.readEndpoint(bytes)
      case .hub: try HubFuzzing.connect(bytes)
      case .keys: try TerminalFuzzing.readKeys(bytes)
      case .cells: try TerminalFuzzing.draw(bytes)
      }
    }
  }
#endif
