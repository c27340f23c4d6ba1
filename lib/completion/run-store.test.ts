import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type RunRequest, RunStore } from "./run-store";

const request = (model: string, wantsStream = true): RunRequest => ({
  projectId: "e/p",
  inputs: { model, messages: [] },
  isTracked: true,
  shouldStream: wantsStream,
});

const lines = (...values: unknown[]) => new Response(values.map((value) => `${JSON.stringify(value)}\n`).join(""));
const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status });
const chunk = (content: string, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: { content }, finish_reason }],
});
const notOffered = () =>
  json({ error: { kind: "unsupported", message: "Not offered", requestId: "r", operation: "x", status: 404 } }, 404);

/** Responds to each operation as configured, and records the requests. */
function answering(answers: Record<string, (init: RequestInit) => Response | Promise<Response>>) {
  const requests: { operation: string; body: unknown; source: string | null }[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const operation = path.split("/").at(-1) ?? "";
    const source = new Headers(init.headers).get("heddle-source");
    requests.push({ operation, body: JSON.parse(String(init.body)), source });
    const answer = answers[operation];
    if (!answer) throw new Error(`Nothing answers ${operation}`);
    return answer(init);
  });
  return requests;
}

beforeEach(() => {
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => setTimeout(draw, 0));
});
afterEach(() => vi.unstubAllGlobals());

const complete = () =>
  json({ response: { choices: [{ message: { role: "assistant", content: "Hi" } }] }, svc_call_id: "c" });

describe("a run of a column", () => {
  it("asks for an answer in one piece when a stream ends without a line", async () => {
    const requests = answering({ "completions.createStream": () => lines(), "completions.create": complete });
    const store = new RunStore("local", "playground");
    expect(await store.run("a", request("m"))).toMatchObject({ status: "done", isStreamed: false, callId: "c" });
    expect(requests.map(({ operation }) => operation)).toEqual(["completions.createStream", "completions.create"]);
    expect(store.getState().streams).toBe("missing");
  });

  it("streams, and sends exactly the built request", async () => {
    const requests = answering({
      "completions.createStream": () => lines({ _meta: { svc_call_id: "c1" } }, chunk("Hel"), chunk("lo", "stop")),
    });
    const store = new RunStore("local", "playground");
    const answer = await store.run("a", request("m"));
    expect(answer).toMatchObject({
      status: "done",
      isStreamed: true,
      callId: "c1",
      completion: { choices: [{ message: { content: "Hello" }, finish_reason: "stop" }] },
    });
    expect(store.runOf("a").inputs).toEqual({ model: "m", messages: [] });
    expect(store.getState().streams).toBe("offered");
    expect(requests).toEqual([
      {
        operation: "completions.createStream",
        body: { project_id: "e/p", inputs: { model: "m", messages: [] }, track_llm_call: true },
        source: "playground",
      },
    ]);
  });

  it("runs while its prompt is not there yet, and then sends it", async () => {
    const requests = answering({ "completions.createStream": () => lines(chunk("Hi", "stop")) });
    const store = new RunStore("local", "playground");
    let arrive: (prompt: { ref: string; values: Record<string, string>; messageCount: number }) => void = () =>
      undefined;
    const prompt = new Promise<Parameters<typeof arrive>[0]>((resolve) => {
      arrive = resolve;
    });
    const running = store.run("a", { ...request("m"), prompt });
    expect(store.getState().runningKeys).toBe("a");
    expect(requests).toEqual([]);
    arrive({ ref: "weave:///e/p/object/support:1", values: {}, messageCount: 0 });
    expect(await running).toMatchObject({ status: "done" });
    expect(requests).toMatchObject([{ body: { inputs: { prompt: "weave:///e/p/object/support:1" } } }]);
  });

  it("falls back to one piece if the service does not stream, and tries that only once", async () => {
    const requests = answering({ "completions.createStream": notOffered, "completions.create": complete });
    const store = new RunStore("local", "playground");
    expect(await store.run("a", request("m"))).toMatchObject({ status: "done", isStreamed: false, callId: "c" });
    expect(store.getState().streams).toBe("missing");
    await store.run("a", request("m"));
    expect(requests.map(({ operation }) => operation)).toEqual([
      "completions.createStream",
      "completions.create",
      "completions.create",
    ]);
  });

  it("arrives in one piece if that is requested", async () => {
    const requests = answering({ "completions.create": complete });
    const store = new RunStore("local", "arena");
    expect(await store.run("a", request("m", false))).toMatchObject({ status: "done", isStreamed: false });
    expect(store.getState().streams).toBe("unknown");
    expect(requests).toMatchObject([{ operation: "completions.create", source: "arena" }]);
  });

  it("reports where it failed: in the service, at the provider, on the way", async () => {
    const store = new RunStore("local", "playground");
    answering({
      "completions.createStream": () =>
        json({ error: { kind: "forbidden", message: "Not for viewers", requestId: "r", operation: "x" } }, 403),
    });
    expect(await store.run("a", request("m"))).toMatchObject({ status: "failed", failure: { from: "service" } });
    answering({ "completions.createStream": () => lines(chunk("Half"), { error: "It fell over", status_code: 500 }) });
    expect(await store.run("a", request("m"))).toMatchObject({
      status: "failed",
      failure: { from: "provider", message: "It fell over", status: 500 },
      completion: { choices: [{ message: { content: "Half" } }] },
    });
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    expect(await store.run("a", request("m"))).toMatchObject({ status: "failed", failure: { from: "network" } });
  });

  it("is stopped alone, and keeps the received part", async () => {
    const encoder = new TextEncoder();
    const endless = ({ signal }: RequestInit) =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(encoder.encode(`${JSON.stringify(chunk("One"))}\n`));
            signal?.addEventListener("abort", () => controller.error(new DOMException("Stopped", "AbortError")));
          },
        }),
      );
    answering({ "completions.createStream": endless });
    const store = new RunStore("local", "playground");
    const [first, second] = [store.run("a", request("m")), store.run("b", request("m"))];
    await expect.poll(() => store.runOf("a").answer.completion).not.toBeNull();
    expect(store.getState().runningKeys).toBe("a\nb");
    store.stop("a");
    expect(await first).toMatchObject({
      status: "stopped",
      completion: { choices: [{ message: { content: "One" } }] },
    });
    expect(store.getState().runningKeys).toBe("b");
    expect(store.runOf("b").answer.status).toBe("running");
    store.stopAll();
    expect(await second).toMatchObject({ status: "stopped" });
    expect(store.getState().runningKeys).toBe("");
  });

  it("replaces one that is still running, whose end then changes nothing", async () => {
    let count = 0;
    answering({
      "completions.createStream": ({ signal }) => {
        count += 1;
        if (count > 1) return lines(chunk("Second", "stop"));
        return new Promise((_resolve, reject) => {
          signal?.addEventListener("abort", () => reject(new DOMException("Stopped", "AbortError")));
        });
      },
    });
    const store = new RunStore("local", "playground");
    const first = store.run("a", request("m"));
    const second = await store.run("a", request("m"));
    await first;
    expect(second.status).toBe("done");
    expect(store.runOf("a").answer).toBe(second);
    expect(store.getState().runningKeys).toBe("");
  });

  it("notifies its listeners, and the answers of other columns stay the same objects", async () => {
    answering({ "completions.create": complete });
    const store = new RunStore("local", "playground");
    await store.run("b", request("m", false));
    const before = store.runOf("b");
    const received = vi.fn();
    const leave = store.subscribe(received);
    await store.run("a", request("m", false));
    leave();
    expect(received).toHaveBeenCalled();
    expect(store.runOf("b")).toBe(before);
    expect(store.runOf("c")).toBe(store.runOf("d"));
    store.forget("b");
    expect(store.runOf("b").answer.status).toBe("idle");
  });
});
