// Release 4 of the AI SDK, whose options have other names.

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import * as ai from "ai";
import { z } from "zod";
import { KEY, MISSING, MODEL, OPENAI, QUESTION, SYSTEM, setUp, TAGS, THREAD, USER, weatherOf } from "./weather.mjs";

const tracers = setUp();
const provider = createOpenAICompatible({ name: "openai", baseURL: OPENAI, apiKey: KEY });
const metadata = { sessionId: THREAD, userId: USER, tags: TAGS };
const options = {
  experimental_telemetry: { isEnabled: true, functionId: "weatherbot", metadata },
  system: SYSTEM,
  maxRetries: 0,
};
const getWeather = ai.tool({
  description: "Returns the weather of a city.",
  parameters: z.object({ city: z.string() }),
  execute: weatherOf,
});
const tools = { get_weather: getWeather };
await ai.generateText({ model: provider(MODEL), tools, maxSteps: 3, prompt: QUESTION, ...options });
await ai.generateText({ model: provider(MISSING), prompt: QUESTION, ...options }).catch(() => undefined);
await ai.streamText({ model: provider(MODEL), prompt: "Say hello to Mia.", ...options }).consumeStream();
await tracers.shutdown();
