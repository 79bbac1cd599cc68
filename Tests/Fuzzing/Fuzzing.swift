import Foundation

#if FUZZING
  /// The target that the environment names.
  private let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
      fatalError("FUZZ_TARGET is “\(name)”. Run .ci/fuzz TARGET SECONDS.")
    }
    return target
  }()

  /// Called by libFuzzer with each input.
  @_cdecl("LLVMFuzzerTestOneInput")
  public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    do {
      try target.run(bytes)
    } catch {
      fatalError("\(target.rawValue): \(error)")
    }
    return 0
  }
#else
  /// Runs targets on files, without libFuzzer: `Fuzzing TARGET FILE…`.
  @main
  enum Fuzzing {
    static func main() throws {
      let arguments = CommandLine.arguments.dropFirst()
      guard let target = arguments.first.flatMap(FuzzTarget.init) else {
        print("Fuzzing TARGET FILE…, or .ci/fuzz TARGET SECONDS to look for new inputs.")
        return
      }
      #if DEBUG
        for path in arguments.dropFirst() {
          try target.run(Array(Data(contentsOf: URL(filePath: path))))
          print("\(target.rawValue): \(path)")
        }
      #else
        print("\(target.rawValue) is part of debug builds only.")
      #endif
    }
  }
#endif
