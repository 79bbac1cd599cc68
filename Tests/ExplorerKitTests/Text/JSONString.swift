import Foundation
import SluiceTree
import SluiceWire

/// A string as the wire writes it, and as Foundation, who was not asked before, reads it.
struct JSONString {
  let text: String
  let wire: [UInt8]

  init(_ text: String) {
    self.text = text
    wire = JSONText.bytes(of: .string(text))
  }

  init(reading json: [UInt8]) throws {
    wire = json
    let object = try JSONSerialization.jsonObject(with: Data(json), options: .fragmentsAllowed)
    text = object as? String ?? "not a string"
  }
}
