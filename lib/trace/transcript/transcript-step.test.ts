import { describe, expect, it } from "vitest";
import { readConversation } from "@/lib/chat/read-messages";
import { canonicalText } from "./new-messages";
import { prepareStep, type StepPayload } from "./transcript-step";
import type { TranscriptSteps } from "./transcript-steps";

const read = (inputs: unknown, output: unknown, exception: string | null = null): StepPayload => ({
  kind: "read",
  conversation: readConversation(inputs, output),
  inputs,
  output,
  result: canonicalText(output),
  exception,
});
const ask = {
  role: "assistant",
  content: null,
  tool_calls: [{ id: "c1", function: { name: "find", arguments: "{}" } }],
};
const first = read({ messages: [{ role: "user", content: "Hi" }] }, { choices: [{ message: ask }] });
const tool = read({ day: 1 }, "HAT170");
const second = read(
  { messages: [{ role: "user", content: "Hi" }, ask, { role: "tool", tool_call_id: "c1", content: "HAT170" }] },
  { choices: [{ message: { role: "assistant", content: "HAT170." } }] },
);

/** A model call, a tool that it requested, and the model again. */
const steps: TranscriptSteps = {
  count: 3,
  rows: Int32Array.of(1, 2, 3),
  isTool: Uint8Array.of(0, 1, 0),
  previous: Int32Array.of(-1, 0, 0),
  previousAdjacent: Int32Array.of(-1, 0, 0),
  modelCount: 2,
  toolCount: 1,
};

const prepare = (payloads: readonly (StepPayload | undefined)[], step: number, failed: readonly number[] = []) =>
  prepareStep(
    {
      steps,
      payloadOf: (one) => payloads[one],
      nameOf: () => "find",
      isFailed: (one) => failed.includes(one),
    },
    step,
  );

describe("a step of the transcript", () => {
  it("shows new messages, and joins a request to the tool that answers it", () => {
    const view = prepare([first, tool, second], 0);
    expect(view).toMatchObject({
      kind: "messages",
      repeatedCount: 0,
      items: [{ stitch: "none" }, { stitch: "answered" }],
    });
    expect(prepare([first, tool, second], 0, [1])).toMatchObject({ items: [{}, { stitch: "failed" }] });
  });

  it("of a tool is its result; the model call shows its request", () => {
    expect(prepare([first, tool, second], 1)).toMatchObject({
      messages: [{ role: "tool", parts: [{ kind: "tool-result", name: null, value: "HAT170", isError: false }] }],
    });
  });

  it("of a failed tool shows the error in place of a result", () => {
    expect(prepare([first, read({}, null, "Boom"), second], 1)).toMatchObject({
      messages: [{ parts: [{ value: "Boom", isError: true }] }],
    });
  });

  it("omits repeated messages, and results that have their own steps", () => {
    expect(prepare([first, tool, second], 2)).toMatchObject({
      repeatedCount: 2,
      messages: [{ role: "assistant", parts: [{ text: "HAT170." }] }],
    });
  });

  it("waits for payloads that it may repeat", () => {
    expect(prepare([undefined, tool, second], 2)).toEqual({ kind: "waiting" });
    expect(prepare([first, undefined, second], 2)).toEqual({ kind: "waiting" });
  });

  it("reports when a payload has no messages, is too large, or is missing", () => {
    expect(prepare([read({ a: 1 }, { b: 2 })], 0)).toEqual({ kind: "unreadable" });
    expect(prepare([{ kind: "large", length: 9 }], 0)).toEqual({ kind: "large", length: 9 });
    expect(prepare([{ kind: "missing" }], 0)).toEqual({ kind: "missing" });
    expect(prepare([read({ a: 1 }, null, "Refused")], 0)).toMatchObject({ kind: "messages" });
  });
});
