import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Upstream } from "@/test/faults/relay-upstream";
import { StoredService } from "@/test/faults/store/stored-service";
import { scaled } from "@/test/setup/test-length";
import { ANSWER, CHUNK, INPUTS, RESPONSE } from "./completion-samples";
import { expectHandled } from "./expect-handled";
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

const project = "demo/airline";

describe("a provider that answers with mutated", () => {
  const create = { project_id: project, inputs: INPUTS, track_llm_call: true };

  it("JSON is reported, never as a defect", async () => {
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        provider.json(200, mutated(ANSWER, list));
        await expectHandled(service, "completions.create", "/completions/create", create);
      }),
      { numRuns: scaled(25, 2_000) },
    );
  });

  it("events is reported, never as a defect", async () => {
    await fc.assert(
      fc.asyncProperty(changes, fc.boolean(), async (list, isEnded) => {
        const events = [CHUNK, mutated(CHUNK, list), CHUNK].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
        provider.reply = (response) => {
          response.writeHead(200, { "content-type": "text/event-stream" });
          response.end(events.join("") + (isEnded ? "data: [DONE]\n\n" : ""));
        };
        await expectHandled(service, "completions.createStream", "/completions/create_stream", create);
      }),
      { numRuns: scaled(25, 2_000) },
    );
  });

  it("responses is reported, never as a defect", async () => {
    const body = { model: "openai/gpt-4o", input: "Hi" };
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        provider.json(200, mutated(RESPONSE, list));
        await expectHandled(service, "completions.responses", "/v1/responses", body);
      }),
      { numRuns: scaled(25, 2_000) },
    );
  });

  it("bytes is reported, never as a defect", async () => {
    const whole = Buffer.from(JSON.stringify(ANSWER));
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), fc.boolean(), async (at, byte, isCut) => {
        const bytes = Buffer.from(isCut ? whole.subarray(0, at) : whole);
        if (!isCut) bytes[at] = byte;
        provider.reply = (response) => void response.writeHead(200, { "content-type": "application/json" }).end(bytes);
        await expectHandled(service, "completions.create", "/completions/create", create);
      }),
      { numRuns: scaled(25, 2_000) },
    );
  });

  it("is asked for each of them", () => expect(provider.seen.length).toBeGreaterThan(50));
});
