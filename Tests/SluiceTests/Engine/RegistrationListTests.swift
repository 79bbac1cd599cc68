import TestSupport
import Testing

@testable import SluiceCore

@Suite(.inTurn) struct RegistrationListTests {
  @Test func `an entry that was removed has no place, whoever has it now`() {
    var list = RegistrationList<Registration>()
    let entries = (0..<20).map { _ in Registration() }
    for entry in entries { list.append(entry) }
    // Most, so that the others move up.
    for entry in entries.prefix(15) { #expect(list.remove(entry) === entry) }
    #expect(entries.map(\.slot) == Array(repeating: -1, count: 15) + Array(0..<5))
    #expect(list.count == 5)
  }
}
