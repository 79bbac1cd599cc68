import Foundation
import Sluice
import SluiceRecordings
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
    enum Kind: String, Codable { case one }
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

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      let title = try container.decode(String.self, forKey: AnyKey(stringValue: "title"))
      if title.isEmpty { throw Refusal() }
      _ = try container.decode(Int.self, forKey: AnyKey(stringValue: "rest"))
    }
  }

  /// Wants more each time.
  struct Endless: Action, Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      for number in 0... {
        _ = try container.decode(Bool.self, forKey: AnyKey(stringValue: "\(number)"))
      }
    }
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private func example(of type: any (Action & Decodable).Type) -> Tree? {
    ActionExample(of: type).payload
  }

  @Test func `everything that a type decodes is found`() throws {
    let payload = try #require(example(of: Move.self))
    #expect(payload[["id"]] == "00000000-0000-0000-0000-000000000000")
    #expect(payload[["place"]] == ["x": .double(0), "tags": .array([])])
    #expect(payload[["names"]] == .object(Tree.Object()))
    #expect(payload[["isFast"]] == false && payload[["count"]] == 0)
    #expect(payload[["note"]] == nil)
    let accepted = AcceptedActions([Move.self, Stop.self])
    #expect(accepted.examples().members.map(\.key) == ["Move"])
    #expect(try accepted.action(.init(type: "Move", payload: payload)) is Move)
  }

  @Test func `values found before one that can't be guessed are kept, and some have none`() {
    #expect(example(of: Sort.self)?[["title"]] == "")
    #expect(example(of: Sort.self)?[["kind"]] != nil)
    #expect(example(of: Wait.self) == ["until": .null])
    #expect(example(of: Picky.self) == ["title": ""])
    // One that carries nothing, and one of several kinds.
    #expect(example(of: Stop.self) == nil && example(of: Either.self) == nil)
  }

  @Test func `a type that always decodes more ends`() throws {
    let payload = try #require(example(of: Endless.self))
    guard case .object(let members) = payload else { throw TestFailure("\(payload)") }
    #expect((10...100).contains(members.count))
  }
}
