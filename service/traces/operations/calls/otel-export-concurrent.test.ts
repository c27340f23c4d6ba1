import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ServedService, serveService } from "@/service/testing/served-service";
import { sized } from "@/test/setup/test-length";

const KEY = "hk_key_of_the_test_of_requests_at_the_same_time_0123456789";
const CLIENTS = 4;
/** The second one is followed by a reader. */
const ROUNDS = sized({ once: 2, all: 4 });
const SPANS = 25;
const PROJECT = "e/concurrent";

const folder = mkdtempSync(join(tmpdir(), "heddle-concurrent-"));
let served: ServedService;

beforeAll(async () => {
  served = await serveService(folder, KEY);
});

afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

const headers = {
  authorization: `Basic ${btoa(`api:${KEY}`)}`,
  "content-type": "application/json",
  project_id: PROJECT,
};

/** Different in every span, and long enough that a body arrives in several chunks. */
const textOf = (request: number, span: number) => `${request}/${span} `.repeat(300 + 40 * (request % 5));

function requestOf(request: number) {
  const spans = Array.from({ length: SPANS }, (_, span) => ({
    traceId: String(request + 1).padStart(32, "0"),
    spanId: String(request * SPANS + span + 1).padStart(16, "0"),
    name: "chat",
    startTimeUnixNano: "1763649001882123456",
    endTimeUnixNano: "1763649002882123456",
    attributes: [
      { key: "input.value", value: { stringValue: textOf(request, span) } },
      { key: "output.value", value: { stringValue: `answer to ${textOf(request, span)}` } },
    ],
  }));
  return { resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ scope: { name: "test" }, spans }] }] };
}

async function post(path: string, body: object): Promise<string> {
  const response = await fetch(`${served.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  expect(response.status).toBe(200);
  return await response.text();
}

interface ReadCall {
  readonly id: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly output: Readonly<Record<string, string>>;
  readonly attributes: { readonly otel_span: { readonly attributes: { readonly input: { readonly value: string } } } };
}

it("stores the spans of large requests that come at the same time as they were sent, though they share buffers", async () => {
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await post("/otel/v1/traces", requestOf(client * ROUNDS + round));
        if (round === 1) await post("/calls/query_stats", { project_id: PROJECT });
      }
    }),
  );
  const text = await post("/calls/stream_query", { project_id: PROJECT });
  const calls = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as ReadCall);
  expect(calls).toHaveLength(CLIENTS * ROUNDS * SPANS);
  for (const { id, inputs, output, attributes } of calls) {
    const number = Number(id) - 1;
    const sent = textOf(Math.floor(number / SPANS), number % SPANS);
    expect(inputs["input.value"]).toBe(sent);
    expect(output["output.value"]).toBe(`answer to ${sent}`);
    expect(attributes.otel_span.attributes.input.value).toBe(sent);
  }
});
