import ExplorerTerminal
import Sluice
import SluiceSocket
import SluiceTesting
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite struct KeyTests {
  @Test func `every command has one entry in the table of keys, and no key two`() {
    let commands = KeyBinding.all.map(\.command)
    #expect(Set(commands) == Set(ScreenCommand.allCases))
    #expect(commands.count == ScreenCommand.allCases.count)
    let keys = KeyBinding.all.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
  }

  @Test func `the help says what every key does`() {
    let text = KeyBinding.helpLines(width: 78).map(\.text).joined(separator: " ")
    for binding in KeyBinding.all { #expect(text.contains(binding.name), "\(binding.name)") }
  }

  @Test func `the last line always leads to the help`() {
    for width in [20, 40, 80, 200] {
      let line = KeyLine.line(isInDetail: false, overlay: nil, width: width)
      #expect(line.text.hasSuffix("? help"))
      #expect(line.text.count <= width)
    }
  }
}
