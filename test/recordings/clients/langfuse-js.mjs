// The SDK of Langfuse for JavaScript, and its wrapper of the client of OpenAI.

import { observeOpenAI } from "@langfuse/openai";
import { LangfuseSpanProcessor } from "@langfuse/otel";
import { observe, propagateAttributes } from "@langfuse/tracing";
import { NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import OpenAI from "openai";
import { chat, fail } from "./openai-chat.mjs";
import { KEY, OPENAI, QUESTION, TAGS, THREAD, USER, weatherOf } from "./weather.mjs";

const processor = new LangfuseSpanProcessor({
  publicKey: "pk-lf-none",
  secretKey: "sk-lf-none",
  baseUrl: process.env.OTLP_URL,
});
const tracers = new NodeTracerProvider({ spanProcessors: [processor] });
tracers.register();
const client = observeOpenAI(new OpenAI({ baseURL: OPENAI, apiKey: KEY, maxRetries: 0 }));
const tool = observe(({ city }) => weatherOf(city), { name: "get_weather", asType: "tool" });
const converse = observe((question) => chat(client, question, tool), { name: "weather" });
const attributes = { sessionId: THREAD, userId: USER, tags: TAGS, metadata: { plan: "free" } };
await propagateAttributes(attributes, async () => {
  await converse(QUESTION);
  await fail(client);
});
await processor.forceFlush();
await tracers.shutdown();
