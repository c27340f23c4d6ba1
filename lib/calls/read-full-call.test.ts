import { afterEach, describe, expect, it, vi } from "vitest";
import { LazyValue } from "@/lib/json/lazy/lazy-value";
import { MAX_VALUE_LENGTH, pendingValues, readFullCall } from "./read-full-call";

afterEach(() => vi.unstubAllGlobals());

const call = {
  id: "c1",
  project_id: "e/p",
  op_name: "answer",
  trace_id: "c1",
  started_at: "2026-11-20T00:00:00Z",
  attributes: {},
  inputs: { a: 1 },
  output: "b",
  summary: {},
  ended_at: "2026-11-20T00:00:01Z",
};
const info = { min_required_weave_python_version: "0.0.1" };
const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status });

interface SentRequest {
  readonly operation: string;
  readonly body: Readonly<Record<string, unknown>>;
}

let connections = 0;

/** Reads the call from a service with these responses, on a new connection. */
async function read(answers: Readonly<Record<string, () => Response>>) {
  const requests: SentRequest[] = [];
  vi.stubGlobal("fetch", async (path: string, init: { body?: string }) => {
    const operation = path.split("/").at(-1) ?? "";
    requests.push({ operation, body: JSON.parse(init.body ?? "{}") });
    const unsupported = { error: { kind: "unsupported", message: "No.", requestId: "r", operation } };
    return answers[operation]?.() ?? json(unsupported, 404);
  });
  connections += 1;
  const found = await readFullCall(`connection-${connections}`, "e/p", "c1", new AbortController().signal);
  return { call: found.call, requests };
}

describe("a call with its payload", () => {
  it("has small values, and lazy ones for those that the service omitted", async () => {
    const left = { ...call, inputs: {}, left_out: { inputs: 50_000_000 } };
    const { call: found, requests } = await read({
      serverInfo: () => json({ ...info, extensions: ["value.read"] }),
      "call.read": () => json({ call: left }),
    });
    expect(requests.at(-1)?.body).toMatchObject({ longest_value: MAX_VALUE_LENGTH });
    expect(found?.output).toBe("b");
    expect(found?.inputs).toBeInstanceOf(LazyValue);
    expect(found && pendingValues(found).map(([field]) => field)).toEqual(["inputs"]);
  });

  it("is requested without a bound if bounds are not supported", async () => {
    const { call: found, requests } = await read({
      "calls.streamQuery": () => json({ ...call, storage_size_bytes: 2000 }),
      "call.read": () => json({ call }),
    });
    expect(found).toMatchObject({ inputs: { a: 1 }, output: "b" });
    expect(requests.at(-1)?.body).not.toHaveProperty("longest_value");
  });

  it("waits for the user when it is large and can only be read whole", async () => {
    const { call: found, requests } = await read({
      serverInfo: () => json(info),
      "calls.streamQuery": () => json({ ...call, storage_size_bytes: 50_000_000 }),
    });
    expect(requests.map(({ operation }) => operation)).not.toContain("call.read");
    const [, lazy] = (found && pendingValues(found))?.[0] ?? [];
    expect(lazy?.facts).toMatchObject({ needsConfirmation: true, size: 50_000_000 });
  });

  it("is read even from a service that does not report its capabilities", async () => {
    const { call: found } = await read({
      serverInfo: () => json({ hello: "world" }),
      "calls.streamQuery": () => json({ ...call, storage_size_bytes: 2000 }),
      "call.read": () => json({ call }),
    });
    expect(found).toMatchObject({ output: "b" });
  });
});
