import type { AgentSpan, Payload } from "./agent-spans";
import { join } from "./template";
import type { TraceTemplate } from "./trace-slots";

function objectOf(payloads: readonly Payload[]): TraceTemplate {
  const members = payloads.flatMap(({ key, json }, at) => [at === 0 ? `"${key}":` : `,"${key}":`, json]);
  return join("{", ...members, "}");
}

/** A payload as the inputs or the output of a call: an object by itself, anything else under its name. */
function whole(payloads: readonly Payload[]): TraceTemplate {
  const [first] = payloads;
  return payloads.length === 1 && first?.isObject ? first.json : objectOf(payloads);
}

/** The inputs of a span's call, as JSON text. */
export function inputsJson({ inputs }: AgentSpan): TraceTemplate {
  return whole(inputs);
}

/** The output of a span's call, as JSON text; null when it failed. */
export function outputJson({ output }: AgentSpan): TraceTemplate | null {
  return output && whole([output]);
}
