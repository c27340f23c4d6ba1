/** An answer of the provider, as its interfaces for clouds write it. */
export interface CloudAnswer {
  readonly id: string;
  readonly model: string;
  readonly text: string;
  readonly callsTool: boolean;
}

const CALL = { name: "get_weather", arguments: { city: "Paris" } };

/** The model of a request that names it in its path: Gemini's `/models/NAME:verb` and Bedrock's `/model/NAME/verb`. */
export const modelOfPath = (path: string): string | undefined =>
  /\/models?\/([^/?]+?)(?::\w+Content)?(?:[/?]|$)/.exec(decodeURIComponent(path))?.[1];

export const isGemini = (path: string): boolean => path.includes("enerateContent");
export const isBedrock = (path: string): boolean => path.endsWith("/converse");

/** The same 345 tokens: this interface does not count thoughts as output. */
export function geminiAnswer({ id, model, text, callsTool }: CloudAnswer): object {
  const part = callsTool ? { functionCall: { name: CALL.name, args: CALL.arguments } } : { text };
  return {
    candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }],
    usageMetadata: {
      promptTokenCount: 1200,
      cachedContentTokenCount: 1000,
      candidatesTokenCount: 145,
      thoughtsTokenCount: 200,
      totalTokenCount: 1545,
    },
    modelVersion: model,
    responseId: `gemini-${id}`,
  };
}

/** The same 1,200 tokens: this interface does not count those of the cache as input. */
export function bedrockAnswer({ id, text, callsTool }: CloudAnswer): object {
  const use = { toolUse: { toolUseId: `tooluse_${id}`, name: CALL.name, input: CALL.arguments } };
  return {
    output: { message: { role: "assistant", content: [callsTool ? use : { text }] } },
    stopReason: callsTool ? "tool_use" : "end_turn",
    usage: {
      inputTokens: 150,
      outputTokens: 345,
      totalTokens: 1545,
      cacheReadInputTokens: 1000,
      cacheWriteInputTokens: 50,
    },
    metrics: { latencyMs: 10 },
  };
}
