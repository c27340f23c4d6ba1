import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "@/lib/api/contract/operation/operation";
import { findOperation } from "@/lib/api/contract/operations";
import { Upstream } from "@/test/faults/relay-upstream";
import { StoredService } from "@/test/faults/store/stored-service";
import { scaled } from "@/test/setup/test-length";
import { ANSWER, INPUTS, RESPONSE } from "./completion-samples";
import { expectHandled, pathOf } from "./expect-handled";
import { changes, mutated } from "./mutations";

let provider: Upstream;
let service: StoredService;

beforeAll(async () => {
  provider = await Upstream.start();
  service = await StoredService.open(undefined, { OPENAI_API_KEY: "none", OPENAI_BASE_URL: `${provider.url}/v1` });
});

afterAll(async () => {
  await service.remove();
  await provider.stop();
});

const row = (id: string): Operation => {
  const operation = findOperation(id);
  if (!operation) throw new Error(`${id} has no row.`);
  return operation;
};

const project = "demo/airline";
const bodies: Readonly<Record<string, readonly unknown[]>> = {
  "completions.create": [{ project_id: project, inputs: INPUTS, track_llm_call: true }],
  "completions.createStream": [{ project_id: project, inputs: INPUTS, track_llm_call: true }],
  "completions.responses": [
    { model: "openai/gpt-4o", input: [{ role: "user", content: [{ type: "input_text", text: "Hi" }] }], stream: true },
  ],
  "providers.set": [
    {
      name: "openai",
      base_url: "http://127.0.0.1:9/v1",
      api_key: "k",
      extra_headers: { "x-a": "b" },
      api_version: "1",
    },
  ],
};

describe("a mutated request", () => {
  it.each([
    "completions.create",
    "completions.createStream",
    "completions.responses",
    "providers.set",
    "providers.test",
  ])("of %s is answered or refused with a reason, never with a defect", async (id) => {
    const operation = row(id);
    const base = [operation.example.body, ...(bodies[id] ?? [])];
    provider.json(200, id === "completions.responses" ? RESPONSE : ANSWER);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...base), changes, async (body, list) => {
        await expectHandled(service, id, pathOf(operation), mutated(body, list));
      }),
      { numRuns: scaled(25, 3_000) },
    );
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("whose text is cut or has other bytes is refused, never with a defect", async () => {
    const text = Buffer.from(JSON.stringify({ project_id: project, inputs: INPUTS }));
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.nat(255), fc.boolean(), async (at, byte, isCut) => {
        const bytes = Buffer.from(isCut ? text.subarray(0, at) : text);
        if (!isCut) bytes[at] = byte;
        const { status } = await service.post("/completions/create", bytes);
        expect(status).toBeOneOf([200, 400, 403, 404, 413, 422, 502]);
      }),
      { numRuns: scaled(25, 3_000) },
    );
  });
});
