import { describe, expect, it } from "vitest";
import { AS_READ_MAPPING } from "@/lib/import/mapping/import-mapping";
import { readImport } from "@/lib/import/read-import";
import type { ImportItem, SkippedItem } from "@/lib/import/values/import-item";
import { contentText, mappedPreview, PreviewCollector, rewardsText } from "./prepare-file-preview";

async function previewOfFile(text: string) {
  async function* chunks() {
    yield text;
  }
  const collector = new PreviewCollector();
  for await (const item of readImport(chunks(), { projectId: "e/p", inventedFromMs: 0 })) collector.add(item);
  return collector.preview();
}

const conversation = (task: number, reward: number | null) => ({
  task_id: task,
  reward,
  traj: [
    { role: "user", content: "How many bags?" },
    { role: "assistant", content: "Two." },
  ],
});

const call = (id: string, startedAt: string) => ({
  id,
  project_id: "other/project",
  trace_id: id,
  op_name: "weave:///other/project/op/book:digest",
  started_at: startedAt,
  inputs: { seat: 7 },
});

const lines = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join("\n");

describe("the contents of a file", () => {
  it("are counted for conversations, with their threads, first messages and rewards", async () => {
    const preview = await previewOfFile(JSON.stringify([conversation(1, 1), conversation(2, 0), conversation(3, 1)]));
    expect(preview).toMatchObject({
      valueCount: 3,
      counts: { calls: 6, conversations: 3, userMessages: 3, modelCalls: 3, toolResults: 0 },
      exportedCount: 0,
      skippedCount: 0,
      firstMs: null,
    });
    expect(preview.rows[0]).toMatchObject({
      place: "entry 1 of the list",
      what: "conversation",
      name: expect.stringMatching(/^task-1-/),
      text: { text: "How many bags?", isJson: false },
      callCount: 2,
      reward: 1,
    });
    expect(contentText(preview)).toBe("3 conversations");
    expect(rewardsText(preview.rewards)).toBe("2 of 1, 1 of 0");
  });

  it("are counted for exported calls, with their own times", async () => {
    const preview = await previewOfFile(
      lines([call("b", "2026-11-20T14:30:00Z"), call("a", "2026-11-19T10:00:00Z"), conversation(1, null)]),
    );
    expect(preview.firstMs).toBe(Date.parse("2026-11-19T10:00:00Z"));
    expect(preview.lastMs).toBe(Date.parse("2026-11-20T14:30:00Z"));
    expect(preview.rows.map(({ what, name }) => [what, name.slice(0, 6)])).toEqual([
      ["call", "book"],
      ["call", "book"],
      ["conversation", "task-1"],
    ]);
    expect(preview.rows[0]?.text).toEqual({ text: '{ "seat": 7 }', isJson: true });
    expect(contentText(preview)).toBe("1 conversation and 2 calls");
    expect(preview.rewards.size).toBe(0);
  });

  it("include the first hundred values that cannot be read, and the count of all", async () => {
    const preview = await previewOfFile(`${JSON.stringify(conversation(1, 1))}\n${"{broken\n".repeat(120)}`);
    expect(preview.valueCount).toBe(121);
    expect(preview.skippedCount).toBe(120);
    expect(preview.skipped).toHaveLength(100);
    expect(preview.skipped[0]).toMatchObject({ filePosition: "line 2", reason: expect.stringContaining("Not JSON") });
  });

  it("are kept as totals and a few rows, however long the file", () => {
    const collector = new PreviewCollector();
    const skipped: SkippedItem = { kind: "skipped", filePosition: "line 1", reason: "no" };
    const item: ImportItem = {
      kind: "item",
      filePosition: "line 2",
      parts: [],
      feedback: [],
      counts: { calls: 1, conversations: 0, userMessages: 0, modelCalls: 0, toolResults: 0 },
      reward: null,
    };
    for (let count = 0; count < 10_000; count += 1) collector.add(count % 2 ? item : skipped);
    const preview = collector.preview();
    expect([preview.rows.length, preview.skipped.length]).toEqual([8, 100]);
    expect([preview.exportedCount, preview.skippedCount]).toEqual([5000, 5000]);
  });

  it("are counted without what a mapping leaves out, with a size in proportion", async () => {
    const trace = { id: "t", timestamp: "2026-11-20T14:00:00Z", sessionId: "s" };
    const scoreOf = (name: string) => ({ id: name, name, dataType: "NUMERIC", value: 1, source: "API", traceId: "t" });
    const prompt = { type: "text", name: "p", version: 1, prompt: "Hi", labels: [], tags: [], config: {} };
    const preview = await previewOfFile(lines([trace, scoreOf("quality"), scoreOf("tone"), prompt]));
    expect(contentText(preview)).toBe("1 call, 2 scores and 1 prompt version");
    const mapped = (changes: object) => mappedPreview(preview, { ...AS_READ_MAPPING, ...changes });
    expect(mapped({})).toEqual(preview);
    expect(contentText(mapped({ scores: { tone: "", quality: "q" } }))).toBe("1 call, 1 score and 1 prompt version");
    const kinds = [...preview.kinds.keys()].filter((kind) => !kind.includes("trace"));
    expect(contentText(mapped({ leftOut: kinds }))).toBe("1 call");
    expect(mapped({ leftOut: kinds }).sentBytes).toBeCloseTo((preview.sentBytes ?? 0) / 4);
  });

  it("are empty when no value can be read", async () => {
    expect(contentText(await previewOfFile("{broken"))).toBe("no data to import");
  });

  it("list a few rewards with their counts, and only the range of many", () => {
    expect(rewardsText(new Map([0, 1, 2, 3, 4, 5].map((value) => [value / 10, 1])))).toBe("from 0 to 0.5");
  });
});
