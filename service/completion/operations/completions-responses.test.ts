import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRouter } from "@/service/http/router";
import { openTestService, type TestService } from "@/service/testing/open-service";
import type { Handlers } from "@/service/traces/handlers/handlers";
import { streamCalls } from "@/service/traces/operations/calls/calls-stream-query";
import { OpenAiProvider, PROVIDER_KEY } from "@/test/provider/openai-provider";
import { createResponse } from "./completions-responses";

let provider: OpenAiProvider;
let service: TestService;

beforeAll(async () => {
  provider = await OpenAiProvider.start();
  service = await openTestService({ OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: PROVIDER_KEY });
});

afterAll(async () => {
  await service.close();
  await provider.stop();
});

/** Sends a request with a key that is limited to these projects. */
async function send(projects: readonly string[], headers: Readonly<Record<string, string>> = {}) {
  const router = createRouter({
    services: service.services,
    // The router omits operations without a handler.
    handlers: { "completions.responses": createResponse } as unknown as Handlers,
    keys: { verify: async () => ({ userId: "bob", name: "bob", projects }) },
    localToken: null,
    log: pino({ level: "silent" }),
  });
  const answer = await router.request("/v1/responses", {
    method: "POST",
    headers: { authorization: "Bearer hk_limited", ...headers },
    body: JSON.stringify({ model: "openai/plain", input: "Hi" }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const calls = (project: string) =>
  service.lines<Record<string, unknown>>("calls.streamQuery", streamCalls, { project_id: project });

describe("/v1/responses with a limited key", () => {
  it("stores the call in the key's only project when none is named", async () => {
    expect((await send(["e/own"])).status).toBe(200);
    expect(await calls("e/own")).toMatchObject([{ op_name: "weave.responses_create", svc_user_id: "bob" }]);
  });

  it("needs a name when the key has several projects", async () => {
    expect(await send(["e/one", "e/two"])).toMatchObject({ status: 400, body: { reason: expect.any(String) } });
    expect((await send(["e/one", "e/two"], { "openai-project": "e/two" })).status).toBe(200);
    expect(await calls("e/two")).toHaveLength(1);
  });

  it("is refused for a project of others, before the provider is asked", async () => {
    const before = provider.seen.length;
    const { status, body } = await send(["e/mine"], { "openai-project": "e/theirs" });
    expect([status, body]).toEqual([
      403,
      {
        reason: "This key may not use the project e/theirs.",
        error: { message: "This key may not use the project e/theirs.", type: "Forbidden", param: null, code: null },
      },
    ]);
    expect(provider.seen).toHaveLength(before);
    expect(await calls("e/theirs")).toEqual([]);
  });
});
