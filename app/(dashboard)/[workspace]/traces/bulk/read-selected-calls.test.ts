import { afterEach, expect, it, vi } from "vitest";
import type { Call } from "@/lib/api/contract/calls/calls";
import { chosenCalls, matchingCalls, readCalls } from "./read-selected-calls";

const place = { connectionId: "local", projectId: "demo/airline" };
const line = (id: string) =>
  `${JSON.stringify({ id, project_id: "p", op_name: "op", trace_id: "t", started_at: "2026-11-20T10:00:00Z" })}\n`;

/** Answers each request with the next text; a text that ends in the middle of a line is a broken stream. */
function answerWith(...texts: readonly string[]) {
  const bodies: Record<string, unknown>[] = [];
  let next = 0;
  vi.stubGlobal("fetch", async (_path: string, init: RequestInit) => {
    bodies.push(JSON.parse(String(init.body)));
    const text = texts[Math.min(next, texts.length - 1)] ?? "";
    next += 1;
    return new Response(text);
  });
  return bodies;
}

afterEach(() => vi.unstubAllGlobals());

async function read(subject = chosenCalls(place, ["a"]), onCalls?: (calls: readonly Call[]) => Promise<void>) {
  const ids: string[] = [];
  await readCalls(subject, {
    signal: new AbortController().signal,
    onCalls: onCalls ?? (async (calls) => void ids.push(...calls.map(({ id }) => id))),
  });
  return ids;
}

it("resumes after the last row when a stream breaks", async () => {
  const bodies = answerWith(`${line("a")}${line("b")}{"id":"c`, line("c"));
  expect(await read()).toEqual(["a", "b", "c"]);
  expect(bodies.map(({ offset }) => offset)).toEqual([0, 2]);
});

it("fails when a stream breaks repeatedly without a new row", async () => {
  answerWith(`${line("a")}{"id":`, '{"id":');
  await expect(read()).rejects.toThrow("ended early after 1 rows");
});

it("fails when the service starts over instead of resuming", async () => {
  answerWith(`${line("a")}{"id":`, `${line("a")}{"id":`);
  await expect(read()).rejects.toThrow("cannot resume");
});

it("fails at a line that cannot be read instead of skipping it", async () => {
  answerWith(`${line("a")}{"id":5}\n${line("b")}`);
  await expect(read()).rejects.toThrow("Row 2 could not be read");
});

it("fails with the error of the row consumer and does not retry", async () => {
  const bodies = answerWith(line("a"));
  const full = async () => {
    throw new Error("The disk is full");
  };
  await expect(read(undefined, full)).rejects.toThrow("The disk is full");
  expect(bodies).toHaveLength(1);
});

it("sends at most a thousand ids per request", async () => {
  const bodies = answerWith("");
  const ids = Array.from({ length: 2500 }, (_, index) => `call-${index}`);
  await read(chosenCalls(place, ids));
  expect(bodies.map(({ filter }) => (filter as { call_ids: string[] }).call_ids.length)).toEqual([1000, 1000, 500]);
});

it("excludes calls that started after the list was opened", () => {
  const { parts } = matchingCalls(
    place,
    { filter: { trace_roots_only: true }, query: undefined },
    "2026-11-20T10:00:00Z",
    3,
  );
  expect(parts).toEqual([
    {
      filter: { trace_roots_only: true },
      query: {
        $expr: {
          $not: [{ $gt: [{ $getField: "started_at" }, { $literal: Date.UTC(2026, 10, 20, 10) / 1000 + 0.001 }] }],
        },
      },
    },
  ]);
});
