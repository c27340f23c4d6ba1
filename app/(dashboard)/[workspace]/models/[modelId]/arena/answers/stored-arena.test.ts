import { expect, test } from "vitest";
import {
  arenaCellKey,
  type CellResult,
  parseStoredArena,
  promptKey,
  promptOfCell,
  resultKey,
  settingKey,
  storedValueText,
} from "./stored-arena";

const result: CellResult = {
  answer: {
    status: "done",
    startedAtMs: 10,
    firstTokenMs: 2,
    durationMs: 5,
    callId: "c1",
    retries: null,
    failure: null,
    completion: { choices: [{ message: { content: "Yes." } }] },
    isStreamed: true,
    chunkCount: 3,
  },
  asked: '{"temperature":0}',
  mark: 1,
};
const prompt = {
  id: "t.1.thr",
  threadId: "thr",
  messages: [{ role: "user", content: "Hi" }],
  tools: null,
  expected: null,
  isSeen: true,
  seenSince: 2,
};

test("stored answers are restored unchanged", () => {
  const cell = arenaCellKey(prompt.id, "0");
  const setting = {
    prompt: [prompt.id],
    column: ["0"],
    pin: null,
    diff: true,
    scorer: "exact" as const,
    wanted: "",
    temperature: "0",
    top_p: "",
    max_completion_tokens: "",
    seed: "7",
    stop: "",
  };
  const stored = parseStoredArena(
    new Map([
      [resultKey(cell), storedValueText(result)],
      [promptKey(prompt.id), storedValueText(prompt)],
      [settingKey, storedValueText(setting)],
    ]),
  );
  expect(stored.results.get(cell)).toEqual(result);
  expect(promptOfCell(cell)).toBe(prompt.id);
  expect(stored.prompts.get(prompt.id)).toEqual(prompt);
  expect(stored.setting).toEqual(setting);
});

test("entries that cannot be read count as never run", () => {
  const stored = parseStoredArena(
    new Map([
      [resultKey("a"), "{"],
      [resultKey("b"), '{"answer":{"status":"running"}}'],
      [promptKey("c"), "null"],
      [settingKey, "[]"],
    ]),
  );
  expect([stored.results.size, stored.prompts.size, stored.setting]).toEqual([0, 0, null]);
});
