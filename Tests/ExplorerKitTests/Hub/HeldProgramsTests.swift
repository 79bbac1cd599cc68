import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn)
struct HeldProgramsTests {
  private static func hello(_ name: String, _ instance: String) -> WireRecord.Hello {
    WireRecord.Hello(instance: instance, name: name, processID: 1)
  }

  private static func candidate(_ name: String, _ instance: String) -> ProgramChoice.Candidate {
    ProgramChoice.Candidate(label: name, hello: hello(name, instance))
  }

  /// The programs of a hub to which Shop is connected, and which lists programs that have ended.
  private static func programs(listing ended: WireRecord.Hello..., isListed: Bool = true)
    -> HeldPrograms
  {
    var programs = HeldPrograms()
    programs.take(.connected(label: "Shop", hello("Shop", "s")))
    programs.request = 1
    for hello in ended { programs.take(.held(request: 1, .hello(hello))) }
    if isListed { programs.take(.held(request: 1, .page(.init(reply: 1)))) }
    return programs
  }

  @Test func `nothing is known until the whole list has arrived`() throws {
    let programs = Self.programs(listing: Self.hello("Todo", "t"), isListed: false)
    for app in ["Shop", "Todo", "Other"] {
      #expect(try programs.search(for: ProgramChoice(app: app)) == .unknown)
    }
  }

  @Test func `a program that does not match is missing, and the others are named`() throws {
    let programs = Self.programs(listing: Self.hello("Todo", "t"))
    let others = [Self.candidate("Shop", "s")]
    #expect(try programs.search(for: ProgramChoice(app: "Other")) == .missing(others: others))
  }

  @Test func `a connected program comes before one that has ended, and the last one counts`() throws
  {
    var programs = Self.programs(
      listing: Self.hello("Shop", "old"),
      Self.hello("Todo", "1"),
      Self.hello("Todo", "2")
    )
    #expect(
      try programs.search(for: ProgramChoice(app: "Shop"))
        == .found(Self.candidate("Shop", "s"), hasEnded: false)
    )
    #expect(
      try programs.search(for: ProgramChoice(app: "Todo"))
        == .found(Self.candidate("Todo", "2"), hasEnded: true)
    )
    programs.take(.disconnected(label: "Shop", instance: "s", .goodbye))
    #expect(
      try programs.search(for: ProgramChoice(app: "Shop"))
        == .found(Self.candidate("Shop", "s"), hasEnded: true)
    )
    #expect(throws: CommandFailure.self) { try programs.search(for: ProgramChoice()) }
  }
}
