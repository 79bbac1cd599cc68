import Foundation
import Sluice
import Testing

@Suite struct ActionTests {
  private let rename = ActionTemplate(id: "Rename", payloadType: String.self)
  private let retitle = ActionTemplate(id: "Retitle", payloadType: String.self)
  private let count = ActionTemplate(id: "Rename", payloadType: Int.self)
  private let clear = ActionTemplate(id: "Clear")
  private let reset = ActionTemplate(id: "Reset", payloadType: Void.self)

  @Test func `a template makes actions with its id and a payload`() {
    let action = rename(payload: "Anna")
    #expect(action.id == "Rename")
    #expect(action.payload == "Anna")
    #expect(rename.payloadType == String.self)
    #expect(clear().id == "Clear")
    #expect(reset(payload: ()).id == "Reset")
  }

  @Test func `anonymous actions are equal when id and payload are`() {
    #expect(rename(payload: "Anna") == rename(payload: "Anna"))
    #expect(rename(payload: "Anna") != rename(payload: "Bert"))
    #expect(rename(payload: "Anna") != retitle(payload: "Anna"))
    #expect(clear() == ActionTemplate(id: "Clear")())
    #expect(!(clear() == reset()))
  }

  @Test func `anonymous actions are found in sets`() {
    let actions: Set = [rename(payload: "Anna"), rename(payload: "Anna"), retitle(payload: "Anna")]
    #expect(actions.count == 2)
    #expect(actions.contains(retitle(payload: "Anna")))
  }

  @Test func `anonymous actions are encoded with id and payload`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(rename(payload: "Anna"))
    #expect(String(decoding: data, as: UTF8.self) == #"{"id":"Rename","payload":"Anna"}"#)
    #expect(!(clear() is any Encodable))
  }

  @Test func `an action knows the template it was created from`() {
    let action: any Action = rename(payload: "Anna")
    #expect(action.wasCreated(from: rename))
    #expect(action.wasCreated(from: ActionTemplate(id: "Rename", payloadType: String.self)))
    #expect(!action.wasCreated(from: retitle))
    // The same id, and another type of payload.
    #expect(!action.wasCreated(from: count))
    #expect(clear().wasCreated(from: clear))
    #expect(!Increment().wasCreated(from: clear))
  }
}
