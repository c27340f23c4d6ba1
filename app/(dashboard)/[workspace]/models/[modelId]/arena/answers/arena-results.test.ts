import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RunStore } from "@/lib/completion/run-store";
import { type ArenaJob, ArenaResults } from "./arena-results";
import type { CellResult } from "./stored-arena";

const json = (value: unknown) => new Response(JSON.stringify(value));
const messageOf = (content: string) => json({ response: { choices: [{ message: { content } }] }, svc_call_id: null });

const job = (key: string, sentRequest = "{}"): ArenaJob => ({
  key,
  asked: sentRequest,
  request: { projectId: "e/p", inputs: { model: key, messages: [] }, isTracked: true, shouldStream: false },
});

function made(stored: ReadonlyMap<string, CellResult> = new Map()) {
  const written = new Map<string, CellResult | null>();
  const results = new ArenaResults(new RunStore("local", "arena"), stored, (key, result) => written.set(key, result));
  return { results, written };
}

/** Answers each request on demand, and returns how many were open at once. */
function held() {
  const open: { model: string; answer: (response: Response) => void }[] = [];
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    const { inputs } = JSON.parse(String(init.body)) as { inputs: { model: string } };
    return new Promise<Response>((answer, reject) => {
      open.push({ model: inputs.model, answer });
      init.signal?.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError")));
    });
  });
  return open;
}

beforeEach(() => vi.stubGlobal("requestAnimationFrame", (draw: () => void) => setTimeout(draw, 0)));
afterEach(() => vi.unstubAllGlobals());

test("four cells run at once, the others in order", async () => {
  const open = held();
  const { results } = made();
  results.ask(["a", "b", "c", "d", "e", "f"].map((key) => job(key)));
  expect(open.map(({ model }) => model)).toEqual(["a", "b", "c", "d"]);
  expect([results.isWaiting("d"), results.isWaiting("e"), results.getState().openCount]).toEqual([false, true, 6]);
  open[1]?.answer(messageOf("B"));
  await expect.poll(() => open.map(({ model }) => model)).toEqual(["a", "b", "c", "d", "e"]);
  expect(results.resultOf("b")?.answer.status).toBe("done");
  expect(results.resultOf("a")?.answer.status).toBe("running");
});

test("an answer is saved with its parameters when it has ended, and counts as settled", async () => {
  const open = held();
  const { results, written } = made();
  results.ask([job("a", '{"seed":7}')]);
  expect([written.size, results.getState().settledCount]).toEqual([0, 0]);
  open[0]?.answer(messageOf("A"));
  await expect.poll(() => results.getState().settledCount).toBe(1);
  expect(written.get("a")).toMatchObject({ asked: '{"seed":7}', mark: null, answer: { status: "done" } });
  results.mark("a", 1);
  expect(written.get("a")?.mark).toBe(1);
  expect(results.getState().settledCount).toBe(2);
});

test("stopping clears the queue and keeps finished answers", async () => {
  const open = held();
  const { results } = made();
  results.ask(["a", "b", "c", "d", "e"].map((key) => job(key)));
  open[0]?.answer(messageOf("A"));
  await expect.poll(() => results.resultOf("a")?.answer.status).toBe("done");
  results.stopAll();
  await expect.poll(() => results.getState().openCount).toBe(0);
  expect(results.resultOf("a")?.answer.status).toBe("done");
  expect(results.resultOf("b")?.answer.status).toBe("stopped");
});

test("a failure is a result, and removes the mark of the previous answer", async () => {
  const open = held();
  const { results } = made();
  results.ask([job("a")]);
  open[0]?.answer(messageOf("A"));
  await expect.poll(() => results.getState().openCount).toBe(0);
  results.mark("a", 1);
  results.ask([job("a")]);
  open[1]?.answer(json({ response: { error: { message: "no such model" }, status_code: 404 } }));
  await expect.poll(() => results.getState().openCount).toBe(0);
  expect(results.resultOf("a")).toMatchObject({
    answer: { status: "failed", failure: { from: "provider", message: "no such model", status: 404 } },
    mark: null,
  });
});

test("a cell that is forgotten while it runs stays forgotten", async () => {
  held();
  const { results, written } = made();
  results.ask([job("a")]);
  results.forget((key) => key === "a");
  await expect.poll(() => results.getState().openCount).toBe(0);
  expect(results.resultOf("a")).toBeNull();
  expect(written.get("a")).toBeNull();
});
