// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { forgetEarly, isEarlyWaiting, runEarlyScript } from "@/test/setup/early-document";
import { openingTime } from "./early-request";
import { type EarlyRequest, earlyScript } from "./early-script";
import { failureOf } from "./request-failure";
import { callOperation } from "./service-client";

const body = { project_id: "demo/</script><!--" };
const request: EarlyRequest = { operation: "calls.queryStats", body };

const counted = () => new Response('{"count":3}');

/** Answers requests one after the other, and returns what was sent. */
function answer(...responses: readonly (() => Response | Promise<Response>)[]) {
  const waiting = [...responses];
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => await (waiting.shift() ?? counted)());
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

const ask = (signal?: AbortSignal, asked: typeof body = body) =>
  callOperation("local", "calls.queryStats", { body: asked, ...(signal ? { signal } : {}) });

const DOWN = () => Promise.reject(new TypeError("Failed to fetch"));

afterEach(() => {
  forgetEarly();
  window.localStorage.clear();
  vi.unstubAllGlobals();
});

it("sends the request as the page does, which takes the response once", async () => {
  const fetched = answer();
  runEarlyScript(request);
  expect(await ask()).toEqual({ count: 3 });
  expect(fetched).toHaveBeenCalledTimes(1);
  await ask();
  const [early, ofPage] = fetched.mock.calls;
  expect(early?.[0]).toBe(ofPage?.[0]);
  expect(early?.[1]).toMatchObject(ofPage?.[1] ?? {});
});

it("says from when its range is measured until it was taken", async () => {
  answer();
  const atMs = Date.now() - 9000;
  runEarlyScript(request, atMs);
  expect(openingTime()).toBe(atMs);
  await ask();
  expect(openingTime()).toBeGreaterThan(atMs);
});

it("is stopped when the page asks for something else, or with the page's own request", async () => {
  const fetched = answer();
  runEarlyScript(request);
  await ask(undefined, { project_id: "demo/other" });
  runEarlyScript(request);
  const page = new AbortController();
  void ask(page.signal).catch(() => undefined);
  page.abort();
  const stopped = fetched.mock.calls.map(([, { signal }]) => signal?.aborted);
  expect(stopped).toEqual([true, undefined, true]);
});

it("is given up when no page takes it, and is sent again then", async () => {
  const fetched = answer();
  const giveUp = runEarlyScript(request);
  giveUp();
  expect([isEarlyWaiting(), fetched.mock.calls[0]?.[1].signal?.aborted]).toEqual([false, true]);
  await ask();
  expect(fetched).toHaveBeenCalledTimes(2);
});

it("is sent again by the page when no response came, and only then", async () => {
  const fetched = answer(DOWN, counted);
  runEarlyScript(request);
  expect(await ask()).toEqual({ count: 3 });
  expect(fetched).toHaveBeenCalledTimes(2);
});

it("fails as the page's own request, with the reason of the response", async () => {
  const error = { kind: "forbidden", message: "It is forbidden.", requestId: "r", operation: "calls.queryStats" };
  const fetched = answer(() => new Response(JSON.stringify({ error }), { status: 403 }));
  runEarlyScript(request);
  expect(await ask().catch(failureOf)).toMatchObject({ kind: "forbidden", message: "It is forbidden." });
  expect(fetched).toHaveBeenCalledTimes(1);
});

it("is not sent from a document of another time, nor where the reader's zone is needed and not known", () => {
  const fetched = answer();
  for (const minutes of [-2, 2]) runEarlyScript(request, Date.now() + minutes * 60_000);
  window.localStorage.setItem("heddle-time-zone", "local");
  runEarlyScript({ ...request, isInUtc: true });
  expect([fetched.mock.calls.length, isEarlyWaiting()]).toEqual([0, false]);
  runEarlyScript(request);
  expect(fetched).toHaveBeenCalledTimes(1);
});

it("cannot end its script with what an address contains", () => {
  expect(earlyScript("</script>", request, 0)).not.toMatch(/<[/!]/);
});
