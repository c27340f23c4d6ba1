import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { FromWorker, ToWorker } from "@/lib/worker/worker-messages";
import type { BlockPart, BlockRequest, BlocksRead } from "./read-blocks";

type ToBlockWorker = ToWorker<BlockRequest>;
type FromBlockWorker = FromWorker<BlockPart, BlocksRead, ServiceFailure>;

/** Replaces the browser's workers: a test replies for it. */
class StandInWorker {
  static readonly made: StandInWorker[] = [];
  readonly heard: ToBlockWorker[] = [];
  isTerminated = false;
  onmessage: ((event: { readonly data: FromBlockWorker }) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor() {
    StandInWorker.made.push(this);
  }

  postMessage(message: ToBlockWorker): void {
    this.heard.push(message);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  say(data: FromBlockWorker): void {
    this.onmessage?.({ data });
  }
}

const question = { connectionId: "c1", projectId: "demo/airline", digest: "d1", rowDigests: [], sort: [] };
const request: BlockRequest = { question, offset: 0, limit: 10, mostBytes: 1000, isPaged: false };

const ended = (kind: "complete" | "stopped"): BlocksRead => ({
  summary: { rowCount: 0, badLines: [], end: { kind } },
  isFull: false,
  isPaged: false,
});

let readInWorker: typeof import("./read-table-in-worker").readTableInWorker;

beforeEach(async () => {
  StandInWorker.made.length = 0;
  vi.stubGlobal("Worker", StandInWorker);
  vi.resetModules();
  ({ readTableInWorker: readInWorker } = await import("./read-table-in-worker"));
});

afterEach(() => vi.unstubAllGlobals());

describe("reading in a worker", () => {
  it("passes blocks on, and reuses the worker for the next part", async () => {
    const onBlock = vi.fn();
    const { signal } = new AbortController();
    const reading = readInWorker(request, onBlock, signal);
    const [worker] = StandInWorker.made;
    worker?.say({ kind: "part", part: { block: null, byteCount: 7 } });
    worker?.say({ kind: "ended", result: ended("complete") });
    await expect(reading).resolves.toEqual(ended("complete"));
    expect(onBlock).toHaveBeenCalledExactlyOnceWith(null, 7);
    void readInWorker(request, onBlock, signal);
    expect(StandInWorker.made).toHaveLength(1);
    expect(worker?.heard).toHaveLength(2);
  });

  it("asks the worker to stop, and accepts rows that are still in transit", async () => {
    const onBlock = vi.fn();
    const abort = new AbortController();
    const reading = readInWorker(request, onBlock, abort.signal);
    abort.abort();
    const [worker] = StandInWorker.made;
    expect(worker?.heard.at(-1)).toEqual({ kind: "stop" });
    worker?.say({ kind: "part", part: { block: null, byteCount: 3 } });
    worker?.say({ kind: "ended", result: ended("stopped") });
    await expect(reading).resolves.toEqual(ended("stopped"));
    expect(onBlock).toHaveBeenCalledOnce();
  });

  it("throws the failure of the service", async () => {
    const reading = readInWorker(request, vi.fn(), new AbortController().signal);
    const failure = { kind: "not-found", message: "No", requestId: "r", operation: "table.queryStream" } as const;
    StandInWorker.made[0]?.say({ kind: "failed", failure });
    await expect(reading).rejects.toMatchObject({ failure });
  });

  it("reads in the page when the worker's scripts do not load", async () => {
    const line = '{"digest":"r0","val":{"n":1},"original_index":0}\n';
    vi.stubGlobal("fetch", async () => new Response(line));
    const onBlock = vi.fn();
    const reading = readInWorker(request, onBlock, new AbortController().signal);
    const [worker] = StandInWorker.made;
    worker?.onerror?.();
    await expect(reading).resolves.toMatchObject({ summary: { rowCount: 1, end: { kind: "complete" } } });
    expect(worker?.isTerminated).toBe(true);
    expect(onBlock).toHaveBeenCalledOnce();
  });

  it("fails when the worker breaks while reading, since rows may be missing", async () => {
    const reading = readInWorker(request, vi.fn(), new AbortController().signal);
    const [worker] = StandInWorker.made;
    worker?.say({ kind: "part", part: { block: null, byteCount: 3 } });
    worker?.onerror?.();
    await expect(reading).rejects.toThrow("too large for this browser");
  });
});
