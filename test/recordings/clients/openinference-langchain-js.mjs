// The instrumentation of OpenInference for LangChain in JavaScript.

import { LangChainInstrumentation } from "@arizeai/openinference-instrumentation-langchain";
import * as callbacks from "@langchain/core/callbacks/manager";
import { ChatOpenAI } from "@langchain/openai";
import { createAgent, tool } from "langchain";
import { z } from "zod";
import { KEY, MISSING, MODEL, OPENAI, QUESTION, SYSTEM, setUp, TAGS, THREAD, USER, weatherOf } from "./weather.mjs";

const tracers = setUp();
const instrumentation = new LangChainInstrumentation({ tracerProvider: tracers });
instrumentation.manuallyInstrument(callbacks);

const modelOf = (model) => new ChatOpenAI({ model, apiKey: KEY, maxRetries: 0, configuration: { baseURL: OPENAI } });
const getWeather = tool(weatherOf, {
  name: "get_weather",
  description: "Returns the weather of a city.",
  schema: z.object({ city: z.string() }),
});
const agent = createAgent({ model: modelOf(MODEL), tools: [getWeather], systemPrompt: SYSTEM, name: "weatherbot" });
const config = {
  configurable: { thread_id: THREAD },
  metadata: { session_id: THREAD, user_id: USER },
  tags: TAGS,
};
await agent.invoke({ messages: [{ role: "user", content: QUESTION }] }, config);
await modelOf(MISSING)
  .invoke(QUESTION, config)
  .catch(() => undefined);
await tracers.shutdown();
