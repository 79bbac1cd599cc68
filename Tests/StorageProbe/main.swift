import Foundation
import SluiceCore
import SluiceStorage

// A process for tests that counts in a file until it is killed, or its input ends: StorageProbe FILE
//
// Prints each number when the disk has it, the first one when the file is restored.

struct Counted: Codable, Equatable, Sendable {
  var number = 0
  /// Of various lengths, so that one file's end isn't another's.
  var text = ""
}

struct Count: Action {}

let arguments = CommandLine.arguments
guard arguments.count == 2 else {
  print("usage: StorageProbe FILE")
  exit(64)
}

let saved = SavedState(of: \Counted.self, in: .file(arguments[1]), version: 1)
let store = Store(
  initialState: try saved.restored(into: Counted()),
  reducers: [
    Reducer(
      ReduceOn(Count.self) { counted, _ in
        counted.number += 1
        counted.text = String(repeating: "\(counted.number) ", count: counted.number % 9_000)
      }
    )
  ]
)
store.register(saved: saved)
Thread.detachNewThread {
  while readLine() != nil {}
  exit(0)
}
while true {
  FileHandle.standardOutput.write(Data("\(store.number)\n".utf8))
  store.dispatch(action: Count())
  await saved.flush()
}
