import Sluice

extension Prompt {
  static let feature = Feature<Prompt?, ScreenEnvironment>(id: "prompt").reducer(reducer)

  static let reducer = Reducer<Prompt?>(
    id: "prompt",
    ReduceOn(OpenPrompt.self) { prompt, action in prompt = action.prompt },
    ReduceOn(EditPrompt.self) { prompt, action in
      prompt?.text = action.text
      prompt?.cursor = action.cursor
      prompt?.candidate = nil
      prompt?.typed = nil
      prompt?.mistake = nil
    },
    ReduceOn(ChooseCandidate.self) { prompt, action in
      guard let before = prompt else { return }
      prompt?.typed = before.typed ?? Typed(text: before.text, cursor: before.cursor)
      prompt?.candidate = action.index
      prompt?.text = action.text
      prompt?.cursor = action.cursor
      prompt?.mistake = nil
    },
    ReduceOn(RefusePrompt.self) { prompt, action in prompt?.mistake = action.mistake },
    ReduceOn(ClosePrompt.self) { prompt, _ in prompt = nil }
  )
}
