import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serveWorker } from "./serve-worker";
import type { ToWorker } from "./worker-messages";

const postMessage = vi.fn<(message: unknown, transfer: Transferable[]) => void>();

beforeEach(() => {
  postMessage.mockReset();
  vi.stubGlobal("postMessage", postMessage);
  vi.stubGlobal("onmessage", null);
});

afterEach(() => vi.unstubAllGlobals());

const receive = (data: ToWorker<string>) =>
  (globalThis as unknown as { onmessage: (event: { data: ToWorker<string> }) => void }).onmessage({ data });

const sent = () => postMessage.mock.calls.map(([message]) => message);

it("sends parts and the result, and hands their buffers over", async () => {
  const [part, result] = [new Uint8Array([1]), new Uint8Array([2])];
  serveWorker({
    run: async (_request: string, onPart: (part: Uint8Array<ArrayBuffer>) => void) => {
      onPart(part);
      return result;
    },
    partBuffers: ({ buffer }) => [buffer],
    resultBuffers: ({ buffer }) => [buffer],
    failureOf: String,
  });
  receive({ kind: "start", request: "read" });
  await expect
    .poll(() => postMessage.mock.calls)
    .toEqual([
      [{ kind: "part", part }, [part.buffer]],
      [{ kind: "ended", result }, [result.buffer]],
    ]);
});

it("describes a failure, and serves the next request", async () => {
  serveWorker({
    run: async (request: string) => {
      if (request === "missing") throw new Error("Not found.");
      return request;
    },
    failureOf: (error) => (error instanceof Error ? error.message : "unknown"),
  });
  receive({ kind: "start", request: "missing" });
  await expect.poll(sent).toEqual([{ kind: "failed", failure: "Not found." }]);
  receive({ kind: "start", request: "there" });
  await expect.poll(sent).toHaveLength(2);
  expect(sent()[1]).toEqual({ kind: "ended", result: "there" });
});

it("stops what runs, and reports it as stopped rather than failed", async () => {
  serveWorker({
    run: (_request: string, _onPart: (part: never) => void, signal) =>
      new Promise<string>((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
    failureOf: String,
  });
  receive({ kind: "stop" });
  receive({ kind: "start", request: "read" });
  receive({ kind: "stop" });
  await expect.poll(sent).toEqual([{ kind: "stopped" }]);
});
