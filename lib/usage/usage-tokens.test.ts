import { describe, expect, it } from "vitest";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { tokensOf } from "./usage-tokens";

const read = (entry: Readonly<Record<string, unknown>>) => {
  const { prompt, completion, total, cacheRead, cacheCreation, cacheHour } = tokensOf(entry);
  return { prompt, completion, total, cacheRead, cacheCreation, cacheHour };
};
const none = { cacheRead: 0, cacheCreation: 0, cacheHour: 0 };

describe("the tokens of an entry of usage", () => {
  it.each([
    [
      "OpenAI's chat",
      {
        ...{ prompt_tokens: 1200, completion_tokens: 345, total_tokens: 1545 },
        prompt_tokens_details: { cached_tokens: 1000, audio_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 200 },
      },
      { prompt: 1200, completion: 345, total: 1545, ...none, cacheRead: 1000 },
    ],
    [
      "OpenAI's responses",
      {
        ...{ input_tokens: 1200, output_tokens: 345, total_tokens: 1545 },
        input_tokens_details: { cached_tokens: 1000 },
        output_tokens_details: { reasoning_tokens: 200 },
      },
      { prompt: 1200, completion: 345, total: 1545, ...none, cacheRead: 1000 },
    ],
    [
      "Anthropic, which excludes cached tokens, also where they are fewer than the others",
      { input_tokens: 5000, output_tokens: 100, cache_read_input_tokens: 2000, cache_creation_input_tokens: 1000 },
      { prompt: 8000, completion: 100, total: 8100, cacheRead: 2000, cacheCreation: 1000, cacheHour: 0 },
    ],
    [
      "Anthropic with both kinds of its cache",
      {
        ...{ input_tokens: 5, output_tokens: 10, cache_read_input_tokens: 0, cache_creation_input_tokens: 300 },
        cache_creation: { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 200 },
      },
      { prompt: 305, completion: 10, total: 315, cacheRead: 0, cacheCreation: 300, cacheHour: 200 },
    ],
    [
      "the same names with a total that has all of the input",
      { input_tokens: 3000, output_tokens: 100, total_tokens: 3100, cache_read_input_tokens: 2000 },
      { prompt: 3000, completion: 100, total: 3100, ...none, cacheRead: 2000 },
    ],
    [
      "the same names with a total that adds the cached ones",
      { input_tokens: 3000, output_tokens: 100, total_tokens: 5100, cache_read_input_tokens: 2000 },
      { prompt: 5000, completion: 100, total: 5100, ...none, cacheRead: 2000 },
    ],
    [
      "an input below its cached part",
      { prompt_tokens: 5, completion_tokens: 50, total_tokens: 55, cache_read_input_tokens: 50 },
      { prompt: 55, completion: 50, total: 105, ...none, cacheRead: 50 },
    ],
    [
      "LangChain",
      {
        ...{ input_tokens: 1200, output_tokens: 345, total_tokens: 1545 },
        input_token_details: { cache_read: 1000, cache_creation: 0, audio: 0 },
        output_token_details: { reasoning: 200 },
      },
      { prompt: 1200, completion: 345, total: 1545, ...none, cacheRead: 1000 },
    ],
    [
      "LangChain with Anthropic's caches, which it counts apart",
      {
        ...{ input_tokens: 1200, output_tokens: 5, total_tokens: 1205 },
        input_token_details: {
          cache_read: 500,
          cache_creation: 0,
          ephemeral_5m_input_tokens: 40,
          ephemeral_1h_input_tokens: 60,
        },
      },
      { prompt: 1200, completion: 5, total: 1205, cacheRead: 500, cacheCreation: 100, cacheHour: 60 },
    ],
    [
      "Gemini, whose thoughts are outside of the output",
      { prompt_token_count: 324, candidates_token_count: 1364, thoughts_token_count: 495, total_token_count: 2183 },
      { prompt: 324, completion: 1859, total: 2183, ...none },
    ],
    [
      "Gemini without a total, with cached tokens and results of its own tools",
      {
        ...{ promptTokenCount: 324, candidatesTokenCount: 10, thoughtsTokenCount: 4, cachedContentTokenCount: 300 },
        toolUsePromptTokenCount: 6,
      },
      { prompt: 330, completion: 14, total: 344, ...none, cacheRead: 300 },
    ],
    [
      "Bedrock, which excludes cached tokens",
      { inputTokens: 4, outputTokens: 5, totalTokens: 1509, cacheReadInputTokens: 1000, cacheWriteInputTokens: 500 },
      { prompt: 1504, completion: 5, total: 1509, cacheRead: 1000, cacheCreation: 500, cacheHour: 0 },
    ],
    [
      "the AI SDK",
      { inputTokens: 1200, outputTokens: 345, totalTokens: 1545, cachedInputTokens: 1000, reasoningTokens: 200 },
      { prompt: 1200, completion: 345, total: 1545, ...none, cacheRead: 1000 },
    ],
    [
      "reasoning beside an output, as the total says",
      { prompt_tokens: 324, completion_tokens: 1364, reasoning_tokens: 495, total_tokens: 2183 },
      { prompt: 324, completion: 1859, total: 2183, ...none },
    ],
    [
      "reasoning in an output, as the total says",
      { prompt_tokens: 324, completion_tokens: 1859, reasoning_tokens: 495, total_tokens: 2183 },
      { prompt: 324, completion: 1859, total: 2183, ...none },
    ],
    [
      "more reasoning than output",
      { prompt_tokens: 10, completion_tokens: 20, reasoning_tokens: 30 },
      { prompt: 10, completion: 50, total: 60, ...none },
    ],
  ])("are read as sent by %s", (_, entry, expected) => {
    expect(read(entry)).toEqual(expected);
  });

  it("have the audio in them, and digits that were kept", () => {
    const entry = parseJson(`{"prompt_tokens": 100.0, "completion_tokens": 50,
      "prompt_tokens_details": {"audio_tokens": 80}, "completion_tokens_details": {"audio_tokens": 70}}`);
    expect(tokensOf(entry as Record<string, unknown>)).toMatchObject({ prompt: 100, audioInput: 80, audioOutput: 50 });
  });

  it("have images and video in what is not audio, and no more than that", () => {
    const entry = {
      ...{ prompt_tokens: 100, completion_tokens: 50, cache_read_input_tokens: 10, total_tokens: 150 },
      prompt_tokens_details: { audio_tokens: 20, image_tokens: 60, video_tokens: 30 },
      output_tokens_details: { image_tokens: 40 },
      output_token_details: { video: 3 },
    };
    expect(tokensOf(entry)).toMatchObject({
      ...{ prompt: 100, audioInput: 20, imageInput: 60, videoInput: 10 },
      ...{ completion: 50, audioOutput: 0, imageOutput: 40, videoOutput: 3 },
    });
  });

  it("ignore what is not a count, and members of the prototype", () => {
    const entry = parseJson(
      `{"prompt_tokens": "9", "input_tokens": -1, "output_tokens": true, "__proto__": {"total_tokens": 5}}`,
    );
    expect(read(entry as Record<string, unknown>)).toEqual({ prompt: 0, completion: 0, total: 0, ...none });
  });
});
