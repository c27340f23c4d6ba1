import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WorkerHost, type WorkerHostOptions } from "./worker-host";
import type { FromWorker, ToWorker } from "./worker-messages";

type Options = WorkerHostOptions<string, number, string, string>;
type Message = FromWorker<number, string, string>;

/** Replaces the browser's workers: a test answers for it. */
class FakeWorker {
  static readonly started: FakeWorker[] = [];
  readonly received: ToWorker<string>[] = [];
  isTerminated = false;
  onmessage: ((event: { readonly data: Message }) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor() {
    FakeWorker.started.push(this);
  }

  postMessage(message: ToWorker<string>): void {
    this.received.push(message);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  send(data: Message): void {
    this.onmessage?.({ data });
  }
}

const newHost = (options: Partial<Options> = {}) =>
  new WorkerHost<string, number, string, string>({
    newWorker: () => new Worker("worker.js"),
    errorOf: (failure) => new Error(failure),
    brokenMessage: "Too large for this browser.",
    ...options,
  });

/** A request that runs, its worker, its parts so far and how to stop it. */
function start(host = newHost()) {
  const parts: number[] = [];
  const abort = new AbortController();
  const result = host.run("read", (part) => parts.push(part), abort.signal);
  result.catch(() => undefined);
  const worker = FakeWorker.started.at(-1);
  if (!worker) throw new Error("No worker was started.");
  return { worker, parts, abort, result };
}

beforeEach(() => {
  FakeWorker.started.length = 0;
  vi.stubGlobal("Worker", FakeWorker);
});

afterEach(() => vi.unstubAllGlobals());

describe("a request", () => {
  it("receives its parts in order, then its result", async () => {
    const { worker, parts, result } = start();
    expect(worker.received).toEqual([{ kind: "start", request: "read" }]);
    worker.send({ kind: "part", part: 1 });
    worker.send({ kind: "part", part: 2 });
    worker.send({ kind: "ended", result: "whole" });
    await expect(result).resolves.toBe("whole");
    expect([parts, worker.isTerminated]).toEqual([[1, 2], true]);
  });

  it("fails with the error that the worker's failure describes", async () => {
    const { worker, result } = start();
    worker.send({ kind: "failed", failure: "Not found." });
    await expect(result).rejects.toThrow("Not found.");
    expect(worker.isTerminated).toBe(true);
  });
});

describe("a worker that is kept", () => {
  it("serves the next request, while a second one at the same time gets its own", async () => {
    const host = newHost({ keepsWorker: true });
    const first = start(host);
    const second = start(host);
    expect(FakeWorker.started).toHaveLength(2);
    first.worker.send({ kind: "ended", result: "a" });
    second.worker.send({ kind: "ended", result: "b" });
    await expect(Promise.all([first.result, second.result])).resolves.toEqual(["a", "b"]);
    expect([first.worker.isTerminated, second.worker.isTerminated]).toEqual([false, true]);
    void host.run("again", () => undefined, new AbortController().signal);
    expect(FakeWorker.started).toHaveLength(2);
    expect(first.worker.received.at(-1)).toEqual({ kind: "start", request: "again" });
  });

  it("is loaded once before it is needed", () => {
    const host = newHost({ keepsWorker: true });
    host.preload();
    host.preload();
    start(host);
    expect(FakeWorker.started).toHaveLength(1);
  });

  it("is replaced after it broke", async () => {
    const host = newHost({ keepsWorker: true });
    const { worker, result } = start(host);
    worker.onerror?.();
    await expect(result).rejects.toThrow("Too large for this browser.");
    expect(worker.isTerminated).toBe(true);
    expect(start(host).worker).not.toBe(worker);
  });
});

describe("stopping", () => {
  it("ends the worker at once and rejects with the signal's reason", async () => {
    const { worker, abort, result, parts } = start(newHost({ keepsWorker: true }));
    abort.abort(new Error("left the page"));
    await expect(result).rejects.toThrow("left the page");
    worker.send({ kind: "part", part: 1 });
    expect([worker.isTerminated, parts]).toEqual([true, []]);
  });

  it("asks a worker that finishes first, and takes what is still on its way", async () => {
    const { worker, abort, result, parts } = start(newHost({ keepsWorker: true, finishesWhenStopped: true }));
    abort.abort();
    expect(worker.received.at(-1)).toEqual({ kind: "stop" });
    worker.send({ kind: "part", part: 1 });
    worker.send({ kind: "ended", result: "so far" });
    await expect(result).resolves.toBe("so far");
    expect([worker.isTerminated, parts]).toEqual([false, [1]]);
  });

  it("rejects with the signal's reason when a worker had no result yet", async () => {
    const { worker, abort, result } = start(newHost({ finishesWhenStopped: true }));
    abort.abort(new Error("left the page"));
    worker.send({ kind: "stopped" });
    await expect(result).rejects.toThrow("left the page");
  });

  it("starts no worker for a request that is stopped already", async () => {
    const running = newHost().run("read", () => undefined, AbortSignal.abort(new Error("too late")));
    await expect(running).rejects.toThrow("too late");
    expect(FakeWorker.started).toEqual([]);
  });
});

describe("the page in place of a worker", () => {
  const runInPage: Options["runInPage"] = async (request, onPart) => {
    onPart(7);
    return `${request} in the page`;
  };

  it("does the work where there are no workers", async () => {
    vi.stubGlobal("Worker", undefined);
    const host = newHost({ runInPage });
    host.preload();
    const onPart = vi.fn();
    await expect(host.run("read", onPart, new AbortController().signal)).resolves.toBe("read in the page");
    expect(onPart).toHaveBeenCalledExactlyOnceWith(7);
  });

  it("does the work where the worker's scripts do not load", async () => {
    const { worker, result, parts } = start(newHost({ runInPage }));
    worker.onerror?.();
    await expect(result).resolves.toBe("read in the page");
    expect([worker.isTerminated, parts]).toEqual([true, [7]]);
  });

  it("does not begin again after parts were received, unless they may come twice", async () => {
    const once = start(newHost({ runInPage }));
    once.worker.send({ kind: "part", part: 1 });
    once.worker.onerror?.();
    await expect(once.result).rejects.toThrow("Too large for this browser.");
    const twice = start(newHost({ runInPage, mayRestart: true }));
    twice.worker.send({ kind: "part", part: 1 });
    twice.worker.onerror?.();
    await expect(twice.result).resolves.toBe("read in the page");
    expect(twice.parts).toEqual([1, 7]);
  });
});
