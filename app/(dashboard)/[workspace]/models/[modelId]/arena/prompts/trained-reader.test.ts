import { expect, test } from "vitest";
import { type ArenaPrompt, threadPromptId } from "./arena-prompt";
import { TrainedReading } from "./trained-reader";

const prompt = (threadId: string): ArenaPrompt => ({
  id: threadPromptId(threadId, 1),
  threadId,
  messages: [],
  tools: null,
  expected: null,
  isSeen: null,
  seenSince: null,
});

/** A batch that is read once it is released. */
function gate() {
  let open = () => {};
  let fail = (_error: Error) => {};
  const passed = new Promise<void>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { passed, open, fail };
}

/** Batches by their id, newest first; the step of a batch is its position from the end. */
function readingOf(batches: Readonly<Record<string, readonly (string | null)[]>>) {
  const names = Object.keys(batches);
  const begun: string[] = [];
  const gates = new Map(names.map((name) => [name, gate()]));
  const reading = new TrainedReading({
    list: async () => ({
      items: names.map((batchId, at) => ({ batchId, jobId: batchId, step: names.length - at })),
      hasMore: false,
      trajectoryCount: Object.values(batches).flat().length,
    }),
    readBatch: async (batchId, onThread, signal) => {
      begun.push(batchId);
      const stopped = new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError")));
      });
      await Promise.race([gates.get(batchId)?.passed, stopped]);
      for (const id of batches[batchId] ?? []) onThread(id);
    },
  });
  return { reading, begun, open: (name: string) => gates.get(name)?.open(), gates };
}

const phase = (reading: TrainedReading, wanted: string) => expect.poll(() => reading.getState().phase).toBe(wanted);

test("reads every trajectory of every job, and reports the first step that was trained on a thread", async () => {
  const many = Array.from({ length: 5000 }, (_, at) => `thr-${at}`);
  const { reading, open } = readingOf({ new: ["both", ...many], old: ["both", null] });
  reading.begin();
  open("new");
  open("old");
  await phase(reading, "whole");
  expect(reading.getState()).toMatchObject({ readCount: 5003, totalCount: 5003 });
  expect(reading.marked(prompt("thr-4999"))).toMatchObject({ isSeen: true, seenSince: 2 });
  expect(reading.marked(prompt("both"))).toMatchObject({ isSeen: true, seenSince: 1 });
  expect(reading.marked(prompt("other"))).toMatchObject({ isSeen: false, seenSince: null });
});

test("marks nothing as unseen until all is read; stopping keeps what was read, and continuing reads only the rest", async () => {
  const { reading, open, begun } = readingOf({ new: ["a"], old: ["b"] });
  reading.begin();
  open("new");
  await expect.poll(() => reading.getState().readCount).toBe(1);
  reading.stop();
  expect(reading.getState()).toMatchObject({ phase: "stopped", readCount: 1, totalCount: 2 });
  const [a, other] = [prompt("a"), prompt("other")];
  expect(reading.marked(a)).toMatchObject({ isSeen: true });
  expect(reading.marked(a)).toBe(reading.marked(a));
  expect(reading.marked(other)).toBe(other);
  open("old");
  reading.begin();
  await phase(reading, "whole");
  expect(begun).toEqual(["new", "old", "old"]);
  expect(reading.marked(other)).toMatchObject({ isSeen: false });
});

test("reports a failure, and a retry continues after what was read", async () => {
  const { reading, open, gates, begun } = readingOf({ new: ["a"], old: ["b"] });
  open("new");
  gates.get("old")?.fail(new Error("The answer ended early."));
  reading.begin();
  await phase(reading, "failed");
  expect(reading.getState().failure?.message).toBe("The answer ended early.");
  expect(reading.marked(prompt("b"))).toMatchObject({ isSeen: null });
  gates.set("old", gate());
  open("old");
  reading.begin();
  await phase(reading, "whole");
  expect(begun).toEqual(["new", "old", "old"]);
});
