import { describe, expect, it } from "vitest";
import { savedTimes } from "./conversation-times";
import { parseConversation } from "./imported-conversation";

const message = (role: string) => ({ role, content: role });
const turnsOf = (...roles: readonly string[]) => parseConversation({ messages: roles.map(message) }).turns;
const spans = (times: ReturnType<typeof savedTimes>) =>
  times.map(({ startedMs, endedMs, steps }) => [
    [startedMs, endedMs],
    ...steps.map((step) => [step.startedMs, step.endedMs, step.origin]),
  ]);

describe("saved times", () => {
  it("of a single answer are those of the whole", () => {
    const saved = { startedMs: 1000, endedMs: 2100, messages: new Map() };
    expect(spans(savedTimes(turnsOf("user", "assistant"), saved))).toEqual([
      [
        [1000, 2100],
        [1000, 2100, "saved"],
      ],
    ]);
  });

  it("are divided among steps without one, between their neighbours", () => {
    const saved = { startedMs: 0, endedMs: 9000, messages: new Map([[3, { startedMs: 5000, endedMs: 6000 }]]) };
    expect(spans(savedTimes(turnsOf("user", "assistant", "tool", "assistant", "user", "assistant"), saved))).toEqual([
      [
        [0, 6000],
        [0, 4000, "estimated"],
        [4000, 5000, "estimated"],
        [5000, 6000, "saved"],
      ],
      [
        [6000, 9000],
        [6000, 9000, "estimated"],
      ],
    ]);
  });

  it("without an end have usual durations", () => {
    const saved = { startedMs: 1000, endedMs: null, messages: new Map() };
    expect(spans(savedTimes(turnsOf("user", "assistant", "tool"), saved))).toEqual([
      [
        [1000, 3500],
        [1000, 3000, "estimated"],
        [3000, 3500, "estimated"],
      ],
    ]);
  });
});
