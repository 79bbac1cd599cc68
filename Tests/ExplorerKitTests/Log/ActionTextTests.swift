import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// How actions are called: those of elements, and those of enums within enums.
@Suite(.inTurn) struct ActionTextTests {
  private static func nested(_ name: String, _ payload: (String, Tree)...) -> Tree {
    .enumCase(name: name, payload: Tree.Object(payload.map { .init(key: $0, value: $1) }))
  }

  private static let finished = WireRecord.Action(
    type: "Finished",
    payload: ["output": "x"],
    elements: [.init(type: "Job", id: 4), .init(type: "URLPart", id: nil)]
  )
  private static let placed = WireRecord.Action(
    type: "RoomAction",
    payload: nested("match", ("_0", 4), ("_1", nested("placed", ("x", 1))))
  )

  @Test func `an action names the elements for which it is`() {
    let text = ActionText.text(Self.finished, limit: .max)
    #expect(text == #"Finished(output: "x")  job 4 › every urlPart"#)
    #expect(ActionText.nameWithCase(of: Self.finished) == "Finished")
    #expect("\(ElementName(type: "Room", id: "tea pot"))" == #"room "tea pot""#)
  }

  @Test func `an enum's action is called by its innermost case`() {
    #expect(ActionText.nameWithCase(of: Self.placed) == "RoomAction.match.placed")
    let text = ActionText.styled(Self.placed, limit: .max).text
    #expect(text == "RoomAction.match(4, .placed(x: 1))")
    let labelled = WireRecord.Action(
      type: "Sort",
      payload: Self.nested("by", ("key", Self.nested("name")))
    )
    #expect(ActionText.nameWithCase(of: labelled) == "Sort.by")
  }

  @Test(
    arguments: [
      ("Finished", "finished"), ("ElementAction<Job>", "finished"),
      ("EveryElementAction<URLPart>", "finished"), ("ElementAction<URLPart>", ""),
      ("RoomAction", "placed"), ("RoomAction.match", "placed"), (".match.placed", "placed"),
      ("RoomAction.match.placed", "placed"), ("placed", "placed"), ("Placed", ""),
    ]
  )
  func `every name that is shown finds the action`(name: String, found: String) throws {
    var filter = try Filter(parsing: "type:\(name)")
    let actions = ["finished": Self.finished, "placed": Self.placed]
    let names = actions.filter { filter.admits(.record(.commit(1, $0.value))) }.keys
    #expect(names.joined() == found)
  }

  @Test func `a name that no action has is said, with the nearest`() throws {
    var filter = try Filter(parsing: "type:Finishd or not (type:RoomAction and type:Plced)")
    #expect(filter.remark == nil)
    for action in [Self.finished, Self.placed, "Failed"] {
      _ = filter.admits(.record(.commit(1, action)))
    }
    #expect(
      filter.remark == """
        No action is named “Finishd”; the nearest are Finished, Failed, RoomAction.match.placed. \
        No action is named “Plced”; the nearest are Failed, Finished, RoomAction.match.placed.
        """
    )
  }

  @Test func `a history keeps the elements of an action and of a run`() throws {
    var history = History()
    for record: WireRecord in [
      .state(0, [:]), .commit(1, Self.finished, .set(["n"], old: nil, new: 1)),
    ] { history.take(record) }
    #expect(history.commit(1)?.action == Self.finished)
  }

  @Test(
    arguments: [
      ("job 4", [ElementName(type: "job", id: 4)]),
      ("every job", [ElementName(type: "job", id: nil)]),
      ("room attic", [ElementName(type: "room", id: "attic")]),
      (#"room "4" › chair 2"#, [.init(type: "room", id: "4"), .init(type: "chair", id: 2)]),
      ("job", nil), ("", nil), ("job 4 ›", nil),
    ] as [(String, [ElementName]?)]
  )
  func `elements are read as they are shown`(text: String, elements: [ElementName]?) {
    #expect([ElementName](parsing: text) == elements)
  }
}
