// The AI SDK: its own spans up to release 6, and those of its package for OpenTelemetry since release 7.

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import * as ai from "ai";
import { z } from "zod";
import { KEY, MISSING, MODEL, OPENAI, QUESTION, SYSTEM, setUp, TAGS, THREAD, USER, weatherOf } from "./weather.mjs";

const tracers = setUp();
if ("registerTelemetry" in ai) {
  const { OpenTelemetry } = await import("@ai-sdk/otel");
  ai.registerTelemetry(new OpenTelemetry());
}
const provider = createOpenAICompatible({ name: "openai", baseURL: OPENAI, apiKey: KEY, includeUsage: true });
const metadata = { sessionId: THREAD, userId: USER, tags: TAGS };
const telemetry = { isEnabled: true, functionId: "weatherbot", metadata };
// Each release knows one of them.
const options = { telemetry, experimental_telemetry: telemetry, maxRetries: 0 };

const getWeather = ai.tool({
  description: "Returns the weather of a city.",
  inputSchema: z.object({ city: z.string() }),
  execute: weatherOf,
});
const asked = { system: SYSTEM, prompt: QUESTION, ...options };
await ai.generateText({
  model: provider(MODEL),
  tools: { get_weather: getWeather },
  stopWhen: ai.stepCountIs(3),
  ...asked,
});
await ai.generateText({ model: provider(MISSING), ...asked }).catch(() => undefined);
const streamed = ai.streamText({ model: provider(MODEL), system: SYSTEM, prompt: "Say hello to Mia.", ...options });
await streamed.consumeStream();
await ai.embed({ model: provider.textEmbeddingModel("text-embedding-3-small"), value: "sunny", ...options });
await tracers.shutdown();
