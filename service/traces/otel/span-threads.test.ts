import { describe, expect, it } from "vitest";
import type { RawSpan } from "@/lib/api/contract/calls/otel";
import { convertExport } from "./convert-export";
import { makeRequest, makeSpan } from "./testing/make-span";

const hex = (id: number) => id.toString(16).padStart(16, "0");

/** A span by number, below another; `parent` 0 is the top. */
function span(id: number, parent: number, attributes: object = {}, members: Partial<RawSpan> = {}): RawSpan {
  return makeSpan(attributes, { spanId: hex(id), parentSpanId: parent === 0 ? "" : hex(parent), ...members });
}

/** `{span: [thread, turn]}` of all spans of one request. */
function turnsOf(...spans: RawSpan[]): Record<number, [string | null, number | null]> {
  const { calls } = convertExport(makeRequest(spans), "e/p");
  return Object.fromEntries(
    calls.map(({ start }) => [
      Number(`0x${start.id}`),
      [start.thread_id ?? null, start.turn_id ? Number(`0x${start.turn_id}`) : null],
    ]),
  );
}

const conversation = { "gen_ai.conversation.id": "c1" };

describe("threads of spans", () => {
  it("have as turn the topmost span that names the conversation, with the spans below it", () => {
    expect(turnsOf(span(3, 2), span(2, 1, conversation), span(1, 0))).toEqual({
      1: [null, null],
      2: ["c1", 2],
      3: ["c1", 2],
    });
  });

  it.each([
    ["gen_ai.conversation.id"],
    ["session.id"],
    ["mlflow.trace.session"],
    ["gcp.vertex.agent.session_id"],
    ["traceloop.association.properties.session_id"],
    ["ai.telemetry.metadata.sessionId"],
    ["langfuse.session.id"],
  ])("are named by %s", (path) => {
    expect(turnsOf(span(1, 0, { [path]: "s" }))).toEqual({ 1: ["s", 1] });
  });

  it("have one turn when every span of a trace names the conversation", () => {
    expect(turnsOf(span(1, 0, conversation), span(2, 1, conversation), span(3, 2, conversation))).toEqual({
      1: ["c1", 1],
      2: ["c1", 1],
      3: ["c1", 1],
    });
  });

  it("begin at the first span whose parent has not come, where the trace has no root", () => {
    const chat = { ...conversation, "gen_ai.operation.name": "chat" };
    const later = { startTimeUnixNano: "1763649001982123456" };
    expect(turnsOf(span(2, 9, chat))).toEqual({ 2: ["c1", 2] });
    expect(turnsOf(span(3, 2, conversation), span(2, 9))).toEqual({ 2: [null, null], 3: ["c1", 3] });
    expect(turnsOf(span(2, 9, chat, later), span(3, 9, chat))).toEqual({ 2: ["c1", null], 3: ["c1", 3] });
  });

  it("do not treat a model call whose ancestors came in another request as a turn, but do an agent's run", () => {
    const chat = { ...conversation, "gen_ai.operation.name": "chat" };
    const agent = { ...conversation, "gen_ai.operation.name": "invoke_agent" };
    expect(turnsOf(span(1, 0), span(2, 9, chat))).toMatchObject({ 2: ["c1", null] });
    expect(turnsOf(span(1, 0), span(3, 2, conversation), span(2, 9))).toMatchObject({ 3: ["c1", null] });
    expect(turnsOf(span(1, 0), span(2, 9, agent))).toMatchObject({ 2: ["c1", 2] });
  });

  it("begin at a span whose parent runs in another process", () => {
    expect(turnsOf(span(2, 9, conversation, { flags: 0x301 }))).toEqual({ 2: ["c1", 2] });
  });

  it("trust a sender that marks turns", () => {
    const thread = { "wandb.thread_id": "t" };
    expect(turnsOf(span(1, 0, thread), span(2, 1, { ...thread, "wandb.is_turn": true }), span(3, 2))).toEqual({
      1: ["t", null],
      2: ["t", 2],
      3: ["t", 2],
    });
    expect(turnsOf(span(1, 0, { ...conversation, "wandb.is_turn": "false" }))).toEqual({ 1: ["c1", null] });
  });

  it("are found in a trace of a thousand levels, and in one whose spans are each other's parents", () => {
    const deep = Array.from({ length: 1000 }, (_, index) => span(index + 1, index, index === 0 ? conversation : {}));
    expect(turnsOf(...deep.reverse())[1000]).toEqual(["c1", 1]);
    expect(turnsOf(span(1, 2, conversation), span(2, 1))).toMatchObject({ 1: ["c1", null] });
  });
});
