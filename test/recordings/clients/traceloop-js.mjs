// The SDK of Traceloop for JavaScript, which instruments the client of OpenAI.

import * as traceloop from "@traceloop/node-server-sdk";
import OpenAI from "openai";
import { chat, fail } from "./openai-chat.mjs";
import { KEY, OPENAI, QUESTION, THREAD, USER, weatherOf } from "./weather.mjs";

// Otherwise it sends those of this machine.
process.env.OTEL_NODE_RESOURCE_DETECTORS = "none";
traceloop.initialize({
  appName: "weather",
  baseUrl: process.env.OTLP_URL,
  apiKey: KEY,
  disableBatch: true,
  silenceInitializationMessage: true,
  instrumentModules: { openAI: OpenAI },
});
const client = new OpenAI({ baseURL: OPENAI, apiKey: KEY, maxRetries: 0 });
const tool = (input) => traceloop.withTool({ name: "get_weather" }, weatherOf, input.city);
await traceloop.withAssociationProperties({ session_id: THREAD, user_id: USER }, async () => {
  await traceloop.withWorkflow({ name: "weather" }, (question) => chat(client, question, tool, false), QUESTION);
  await fail(client);
});
await traceloop.forceFlush();
