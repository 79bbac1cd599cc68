import Foundation
import Sluice
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import SluiceMonitor

@Suite(.inTurn) struct ActionExampleTests {
  struct Place: Codable {
    let x: Double
    let tags: [String]
  }

  enum Kind: String, Codable {
    case one
  }

  struct Move: Action, Codable {
    let id: UUID
    let place: Place
    let names: [String: Int]
    let link: URL
    let isFast: Bool
    let count: UInt8
    var note: String?
  }

  struct Sort: Action, Codable {
    let title: String
    let kind: Kind
    let order: Int
  }

  struct Wait: Action, Codable {
    let until: Date
    let title: String
  }

  struct Stop: Action, Codable {}

  enum Either: Action, Codable {
    case one(Int)
    case other
  }

  struct Picky: Action, Decodable {
    struct Refusal: Error {}
    private enum Key: CodingKey { case title, rest }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      if try container.decode(String.self, forKey: .title).isEmpty { throw Refusal() }
      _ = try container.decode(Int.self, forKey: .rest)
    }
  }

  /// Wants more each time.
  struct Endless: Action, Decodable {
    private struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }

      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      for number in 0... {
        _ = try container.decode(Bool.self, forKey: Key(stringValue: "\(number)"))
      }
    }
  }

  @Test func `everything that a type decodes is found`() throws {
    let payload = try #require(ActionExample(of: Move.self).payload)
    let id = "00000000-0000-0000-0000-000000000000"
    #expect(payload[["id"]] == .string(id))
    #expect(payload[["place"]] == ["x": .double(0), "tags": .array([])])
    #expect(payload[["names"]] == .object(Tree.Object()))
    #expect(payload[["isFast"]] == false && payload[["count"]] == 0)
    #expect(payload[["note"]] == nil)
    let accepted = AcceptedActions([Move.self, Stop.self])
    #expect(accepted.examples().members.map(\.key) == ["Move"])
    #expect(try accepted.action(.init(type: "Move", payload: payload)) is Move)
  }

  @Test func `values found before one that can't be guessed are kept`() {
    #expect(ActionExample(of: Sort.self).payload?[["title"]] == "")
    #expect(ActionExample(of: Sort.self).payload?[["kind"]] != nil)
    #expect(ActionExample(of: Wait.self).payload == ["until": .null])
    #expect(ActionExample(of: Picky.self).payload == ["title": ""])
  }

  @Test func `an action that carries nothing, and one of several kinds, have no example`() {
    #expect(ActionExample(of: Stop.self).payload == nil)
    #expect(ActionExample(of: Either.self).payload == nil)
  }

  @Test func `a type that always decodes more ends`() {
    guard case .object(let members)? = ActionExample(of: Endless.self).payload else {
      Issue.record("There is no example.")
      return
    }
    #expect((10...100).contains(members.count))
  }
}
