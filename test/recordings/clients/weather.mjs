// The conversation that each program has, and where its telemetry goes.

import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";

export const OPENAI = `${process.env.PROVIDER_URL}/v1`;
export const KEY = "none";

export const MODEL = "gpt-4o";
export const MISSING = "gpt-missing";
export const SYSTEM = "You are a weather bot.";
export const QUESTION = "What is the weather in Paris?";
export const THREAD = "thread-paris";
export const USER = "user-mia";
export const TAGS = ["recorded"];

/** @returns {string} */
export const weatherOf = () => "18 °C and sunny";

/** Returns a provider of tracers that exports JSON to the receiver. */
export function setUp() {
  const exporter = new OTLPTraceExporter({ url: `${process.env.OTLP_URL}/v1/traces` });
  const tracers = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });
  tracers.register();
  return tracers;
}
