import { afterEach, expect, it, vi } from "vitest";
import type { FileSink } from "@/lib/export/file-sink";
import { blobSource } from "@/lib/import/blob-source";
import { sourceValues } from "@/lib/import/import-source";
import { answerRequests, json } from "@/test/setup/page-requests";
import { chosenCalls } from "./read-selected-calls";
import { writeExport } from "./write-export";

class MemoryFile implements FileSink {
  text = "";
  end: "open" | "closed" | "abandoned" = "open";
  write = async (piece: string | Uint8Array<ArrayBuffer>) => {
    this.text += piece;
  };
  close = async () => {
    this.end = "closed";
  };
  abandon = async () => {
    this.end = "abandoned";
  };
}

const subject = chosenCalls({ connectionId: "local", projectId: "demo/airline" }, ["a"]);
const line = (id: string) =>
  `${JSON.stringify({ id, project_id: "p", op_name: "op", trace_id: "t", started_at: "2026-11-20T10:00:00Z" })}\n`;
const answer = (text: string) => vi.stubGlobal("fetch", async () => new Response(text));
const options = { format: "jsonl", content: "everything", shown: [] } as const;

afterEach(() => vi.unstubAllGlobals());

it("writes every call once, reports progress and closes the file", async () => {
  const many = Array.from({ length: 450 }, (_, index) => `call-${index}`);
  answer(many.map(line).join(""));
  const file = new MemoryFile();
  const onProgress = vi.fn();
  const { signal } = new AbortController();
  expect(await writeExport(subject, file, { ...options, signal, onProgress })).toBe(450);
  const ids = file.text
    .trim()
    .split("\n")
    .map((text) => (JSON.parse(text) as { id: string }).id);
  expect(ids).toEqual(many);
  expect(onProgress.mock.calls.map(([count]) => count)).toEqual([200, 400, 450]);
  expect(file.end).toBe("closed");
});

it("writes calls as a Parquet file with a column for each member, payloads as JSON", async () => {
  const call = { id: "a", project_id: "p", op_name: "op", trace_id: "t", started_at: "2026-11-20T10:00:00Z" };
  const ended = { ended_at: "2026-11-20T10:00:01Z", inputs: { question: "Where?" }, output: [1, "x"] };
  answer(`${JSON.stringify({ ...call, ...ended })}\n${line("b")}`);
  const pieces: BlobPart[] = [];
  const write = async (piece: BlobPart) => void pieces.push(piece);
  const sink = { write, close: async () => undefined, abandon: async () => undefined };
  const { signal } = new AbortController();
  await writeExport(subject, sink, { ...options, format: "parquet", signal, onProgress: vi.fn() });
  const found = [];
  for await (const value of sourceValues(blobSource(new Blob(pieces)))) found.push(value);
  expect(found).toMatchObject([
    { value: { id: "a", op_name: "op", latency_ms: 1000, inputs: { question: "Where?" }, output: [1, "x"] } },
    { value: { id: "b", latency_ms: null, inputs: null, cost_usd: null } },
  ]);
});

it("aborts the file when reading fails", async () => {
  answer(`${line("a")}{"id"`);
  const file = new MemoryFile();
  const { signal } = new AbortController();
  await expect(writeExport(subject, file, { ...options, signal, onProgress: vi.fn() })).rejects.toThrow();
  expect(file.end).toBe("abandoned");
});

it("aborts the file when stopped", async () => {
  answer(Array.from({ length: 900 }, (_, index) => line(`call-${index}`)).join(""));
  const file = new MemoryFile();
  const controller = new AbortController();
  const onProgress = () => controller.abort();
  const writing = writeExport(subject, file, { ...options, signal: controller.signal, onProgress });
  await expect(writing).rejects.toMatchObject({ name: "AbortError" });
  expect(file.end).toBe("abandoned");
});

it("writes the scores that the list shows, one request for each part of the file", async () => {
  const score = { name: "reward", source: "scorer", value: 0, at: "2026-11-20T10:00:00Z", count: 1, mean: null };
  const sent = answerRequests({
    "calls.streamQuery": () => new Response(line("a") + line("b")),
    "scores.read": () => json({ calls: [{ id: "a", scores: [score] }], threads: [], is_partial: false }),
  });
  const file = new MemoryFile();
  const { signal } = new AbortController();
  const shown = ["op", "score.reward"];
  await writeExport(subject, file, { format: "tsv", content: "shown", shown, signal, onProgress: vi.fn() });
  expect(file.text.split("\n").map((text) => text.trimEnd())).toEqual([
    "id\top_name\tscore.reward",
    "a\top\t0",
    "b\top",
    "",
  ]);
  expect(sent.filter(({ operation }) => operation === "scores.read")).toHaveLength(1);
});
