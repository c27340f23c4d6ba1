import { type CallPart, isLaterPart, type Payload } from "@/service/traces/store/calls/call-parts";
import type { ConvertedBody } from "../convert-body";

/** The parts of the calls of a body, as text. */
export function callsOf(converted: ConvertedBody): string[] {
  return converted.spans("user").flatMap(({ parts }) => parts.map(textOf));
}

/** A part with its bytes as text. */
function textOf(part: CallPart): string {
  if (isLaterPart(part)) return JSON.stringify(part);
  if (part.part === "end") {
    return JSON.stringify({ ...part, output: part.output && withText(part.output), summary: withText(part.summary) });
  }
  const { otelDump, attributes, inputs } = part;
  const payloads = { otelDump: String(otelDump), attributes: withText(attributes), inputs: withText(inputs) };
  return JSON.stringify({ ...part, ...payloads });
}

const withText = (payload: Payload) => ({ ...payload, text: String(payload.text) });
