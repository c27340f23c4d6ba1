import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ValidationError } from "@/service/kernel/errors/service-errors";
import { ProviderKeyMissingError } from "@/service/kernel/providers/provider-directory";
import { openTestService } from "@/service/testing/open-service";
import { listFacets } from "@/service/traces/operations/calls/calls-facets";
import { streamCalls } from "@/service/traces/operations/calls/calls-stream-query";
import type { CallWriter } from "@/service/traces/store/calls/call-writer";
import { OpenAiProvider, PROVIDER_KEY } from "@/test/provider/openai-provider";
import { firstOnce } from "@/test/setup/test-length";
import { createCompletion } from "./completions-create";
import { streamCompletion } from "./completions-create-stream";
import { listProviders } from "./completions-providers";

type TestService = Awaited<ReturnType<typeof openTestService>>;

let provider: OpenAiProvider;
let service: TestService;
let projectCount = 0;
let project: string;

beforeAll(async () => {
  provider = await OpenAiProvider.start();
  service = await openTestService({ OPENAI_BASE_URL: `${provider.url}/`, OPENAI_API_KEY: PROVIDER_KEY });
});
afterAll(async () => {
  await service.close();
  await provider.stop();
});
beforeEach(() => {
  projectCount += 1;
  project = `e/completions-${projectCount}`;
});

const messages = [{ role: "user", content: "Hi" }];
const requestOf = (model: string, inputs: object = {}, members: object = {}) => ({
  project_id: project,
  inputs: { model: `openai/${model}`, messages, ...inputs },
  ...members,
});

interface Answer {
  readonly response: {
    readonly error?: string;
    readonly status_code?: number | null;
    readonly choices: readonly Readonly<Record<string, unknown>>[];
    readonly usage: unknown;
  };
  readonly svc_call_id: string | null;
  readonly weave_call_id: string | null;
  readonly retries: number | null;
}

const complete = (body: unknown, options = {}) =>
  service.ask<Answer>("completions.create", createCompletion, body, options);

type Line = Readonly<Record<string, unknown>>;

const stream = (body: unknown, options = {}) =>
  service.lines<Line>("completions.createStream", streamCompletion, body, options);

const calls = () => service.lines<Line>("calls.streamQuery", streamCalls, { project_id: project });

describe("a completion", () => {
  it("is the provider's response, tracked as a finished call with its usage", async () => {
    const answer = await complete(requestOf("plain", { temperature: 0.5 }));
    expect(answer.response.choices).toMatchObject([
      { finish_reason: "stop", message: { role: "assistant", content: "Hello dear Mia" } },
    ]);
    const [call] = await calls();
    expect(call).toMatchObject({
      id: answer.svc_call_id,
      op_name: "weave.completions_create",
      exception: null,
      inputs: { model: "openai/plain", messages, temperature: 0.5 },
      output: { choices: [{ message: { content: "Hello dear Mia" } }] },
      summary: { usage: { plain: { requests: 1, prompt_tokens: 12, completion_tokens: 3 } } },
    });
    expect(answer.weave_call_id).toBe(answer.svc_call_id);
  });

  it("has an op of its own when a page of the dashboard sent it, in one piece or streamed", async () => {
    for (const source of ["playground", "arena", "unknown page"]) {
      const options = { headers: { "heddle-source": source } };
      await complete(requestOf("plain"), options);
      await stream(requestOf("plain"), options);
    }
    expect((await calls()).map(({ op_name: op }) => op)).toEqual([
      ...["heddle.playground", "heddle.playground", "heddle.arena", "heddle.arena"],
      ...["weave.completions_create", "weave.completions_create"],
    ]);
    const facets = await service.ask("calls.facets", listFacets, { project_id: project, fields: ["source"] });
    expect(facets).toMatchObject({
      facets: [{ values: ["arena", "playground", "production"].map((value) => ({ value, count: 2 })) }],
    });
  });

  it("stores no call when it is not tracked", async () => {
    const answer = await complete(requestOf("plain", {}, { track_llm_call: false }));
    expect(answer.svc_call_id).toBeNull();
    expect(await calls()).toEqual([]);
  });

  it("passes every member to the provider as it was sent, except those for the connection", async () => {
    const sent =
      '"messages":[{"role":"user","content":"\\u00e9"}],"temperature":0.70,"top_p":1e0,"n":1,"stop":["a"],' +
      '"max_completion_tokens":10,"max_tokens":11,"modalities":["text"],"presence_penalty":0.1,"frequency_penalty":0.2,' +
      '"logit_bias":{"50256":-100},"user":"mia","response_format":{"type":"json_object"},"seed":9007199254740991,' +
      '"tools":[],"tool_choice":"auto","logprobs":true,"top_logprobs":5,"parallel_tool_calls":false,"functions":[],' +
      '"function_call":"none","reasoning_effort":"low"';
    await complete(
      `{"project_id":"${project}","inputs":{"model":"openai/plain",${sent},"stream":true,"timeout":"20",` +
        '"extra_headers":{"x-trace":"7"},"api_version":"2026-01-01","top_k":null}}',
    );
    expect(provider.last.text).toBe(`{"model":"plain",${sent}}`);
    expect(provider.last.path).toBe("/v1/chat/completions?api-version=2026-01-01");
    expect(provider.last.headers).toMatchObject({ "x-trace": "7", authorization: `Bearer ${PROVIDER_KEY}` });
  });

  it("keeps the provider's digits", async () => {
    const { response } = await complete(requestOf("tools"));
    expect(JSON.stringify(response)).toContain("12345678901234567890");
  });

  it.each(
    firstOnce(2, [
      ["failing", 500, "The model fell over"],
      ["redirect", null, "cannot be reached"],
      ["html", 200, "returned a response that is not JSON"],
    ]),
  )("of a provider that is %s returns an error, and the call failed", async (model, status, words) => {
    const { response, svc_call_id } = await complete(requestOf(model));
    expect(response.error).toContain(words);
    expect(response.status_code).toBe(status);
    expect(await calls()).toMatchObject([{ id: svc_call_id, exception: response.error, ended_at: expect.any(String) }]);
  });

  it("never repeats a key that a provider wrote into its error", async () => {
    const { response } = await complete(requestOf("refused"));
    expect(response).toMatchObject({ status_code: 401 });
    expect(response.error).toContain("Incorrect API key");
    expect(JSON.stringify([response, await calls()])).not.toContain(PROVIDER_KEY);
  });

  it("is retried when the provider fails temporarily", async () => {
    const before = provider.seen.length;
    const { response, retries } = await complete(requestOf("flaky"));
    expect(response.choices).toHaveLength(1);
    expect(provider.seen.length - before).toBe(3);
    expect(retries).toBe(2);
  });

  it("reports the number of retries, also when they did not help and when no provider was called", async () => {
    expect((await complete(requestOf("plain"))).retries).toBe(0);
    expect((await complete(requestOf("failing"))).retries).toBe(2);
    expect((await complete(requestOf("refused"))).retries).toBe(0);
    expect((await complete({ project_id: project, inputs: { model: "mystery", messages } })).retries).toBeNull();
  });

  it("of an unknown model explains how to name one", async () => {
    const { response, svc_call_id } = await complete({ project_id: project, inputs: { model: "mystery", messages } });
    expect(response.error).toContain("Use provider/model with one of: openai/");
    expect(svc_call_id).toBeNull();
  });

  it("of a known provider without its key names the variable", async () => {
    const request = complete({ project_id: project, inputs: { model: "claude-sonnet", messages } });
    await expect(request).rejects.toThrow(ProviderKeyMissingError);
    await expect(request).rejects.toMatchObject({ status: 400, variable: "ANTHROPIC_API_KEY" });
  });

  it.each([
    ["extra_headers", { extra_headers: { Authorization: "Bearer other" } }, ["extra_headers", "Authorization"]],
    ["extra_headers", { extra_headers: { "x-a": "b\r\nc: d" } }, ["extra_headers", "x-a"]],
    ["timeout", { timeout: -1 }, ["timeout"]],
    ["vertex_credentials", { vertex_credentials: "{}" }, ["vertex_credentials"]],
  ])("refuses %s that it cannot use, with its location", async (_name, inputs, place) => {
    const request = complete(requestOf("plain", inputs));
    await expect(request).rejects.toThrow(ValidationError);
    await expect(request).rejects.toMatchObject({ detail: [{ loc: ["body", "inputs", ...place] }] });
  });

  it("stops at the provider when the client disconnects, and the call records that it was stopped", async () => {
    const controller = new AbortController();
    const request = complete(requestOf("slow"), { signal: controller.signal });
    const refused = expect(request).rejects.toThrow("The client disconnected");
    await expect.poll(() => provider.last.text).toContain('"slow"');
    controller.abort();
    await refused;
    await provider.left;
    expect(await calls()).toMatchObject([{ exception: "Stopped by the client." }]);
  });
});

describe("a streamed completion", () => {
  it("contains the call's id, then the provider's chunks, and the call stores the whole answer", async () => {
    const [meta, ...chunks] = await stream(requestOf("plain"));
    expect(
      chunks.flatMap(({ choices }) => choices as { delta: { content?: string } }[]).map((c) => c.delta.content),
    ).toEqual(["Hello", " dear", " Mia", undefined]);
    expect(chunks.at(-1)).toMatchObject({ usage: { total_tokens: 15 } });
    expect(provider.last.text).toContain('"stream":true,"stream_options":{"include_usage":true}');
    const [call] = await calls();
    expect(meta).toEqual({ _meta: { svc_call_id: call?.id, weave_call_id: call?.id, retries: 0 } });
    expect(call).toMatchObject({
      output: {
        object: "chat.completion",
        choices: [{ finish_reason: "stop", message: { role: "assistant", content: "Hello dear Mia" } }],
      },
      summary: { usage: { plain: { total_tokens: 15 } } },
    });
  });

  it.each([true, false])(
    "reports how often it was retried before it began or failed, tracked %s",
    async (isTracked) => {
      const lines = await stream(requestOf("failing", {}, { track_llm_call: isTracked }));
      const [call] = await calls();
      expect(lines.at(-2)).toEqual({
        _meta: { svc_call_id: call?.id ?? null, weave_call_id: call?.id ?? null, retries: 2 },
      });
      expect(lines.at(-1)).toHaveProperty("error");
      const [meta, first] = await stream(requestOf("plain", {}, { track_llm_call: false }));
      expect([meta, first]).toMatchObject([{ _meta: { svc_call_id: null, retries: 0 } }, { choices: [{}] }]);
    },
  );

  it("joins tool calls and logprobs for the call", async () => {
    await stream(requestOf("tools"));
    await stream(requestOf("logprobs"));
    const outputs = (await calls()).map(({ output }) => output as { choices: [Line] });
    const [tools, logprobs] = outputs.map(({ choices }) => choices[0]);
    expect(tools).toMatchObject({
      finish_reason: "tool_calls",
      message: { content: null, tool_calls: [{ id: "call_1", type: "function", function: { name: "find_flight" } }] },
    });
    expect(JSON.stringify(tools)).toContain("12345678901234567890");
    expect(logprobs).toMatchObject({
      logprobs: { content: [{ token: "Hello" }, { token: " dear" }, { token: " Mia" }] },
    });
  });

  it("keeps several choices apart", async () => {
    await stream(requestOf("two", { n: 2 }));
    const [call] = await calls();
    expect(call?.output).toMatchObject({
      choices: [
        { index: 0, message: { content: "Hello dear Mia 0" } },
        { index: 1, message: { content: "Hello dear Mia 1" } },
      ],
    });
  });

  it.each(
    firstOnce(2, [
      ["cut", "OpenAI"],
      ["unended", "ended before the response was complete"],
      ["whole", "does not stream"],
      ["failing", "The model fell over"],
    ]),
  )("that is %s ends with an error line, and keeps the received chunks", async (model, words) => {
    const lines = await stream(requestOf(model));
    expect(lines.at(-1)?.error).toContain(words);
    const [call] = await calls();
    expect(call?.exception).toBe(lines.at(-1)?.error);
    const isPartial = model === "cut" || model === "unended";
    if (isPartial)
      expect(call?.output).toMatchObject({ choices: [{ finish_reason: null, message: { content: "Hello dear" } }] });
  });

  it("stops at the provider when the client disconnects, and the call keeps the received chunks", async () => {
    const controller = new AbortController();
    const lines: Line[] = [];
    const body = requestOf("slow");
    for await (const line of service.iterate("completions.createStream", streamCompletion, body, controller.signal)) {
      lines.push(line as Line);
      if (lines.length === 2) break;
    }
    controller.abort();
    expect(await calls()).toMatchObject([
      { exception: "Stopped by the client.", output: { choices: [{ message: { content: "One" } }] } },
    ]);
  });
});

describe("a streamed completion over a slow disk", () => {
  /** The handler's context with a disk that waits until it is released. */
  function slowDisk() {
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const write: CallWriter["write"] = async (parts) => {
      await gate;
      await service.calls.write(parts);
    };
    const body = { ...requestOf("plain"), track_llm_call: true };
    const context = {
      ...service.services,
      calls: { write },
      identity: { userId: "key-test", name: "test", projects: null },
      bodyText: JSON.stringify(body),
      signal: new AbortController().signal,
      header: () => null,
    };
    const lines = streamCompletion({ params: {}, query: {}, body } as never, context as never);
    return { lines: lines[Symbol.asyncIterator](), open };
  }

  it("sends every chunk before the call is stored, and ends only when it is stored", async () => {
    const { lines, open } = slowDisk();
    const read: unknown[] = [];
    // The id, three words, the finish and the usage.
    for (let count = 0; count < 6; count += 1) read.push((await lines.next()).value);
    expect(read).toMatchObject([
      { _meta: {} },
      { choices: [{ delta: { content: "Hello" } }] },
      {},
      {},
      {},
      { usage: {} },
    ]);
    let hasEnded = false;
    const end = lines.next().then(({ done }) => {
      hasEnded = true;
      return done;
    });
    expect(await calls()).toEqual([]);
    expect(hasEnded).toBe(false);
    open();
    expect(await end).toBe(true);
    expect(await calls()).toMatchObject([{ output: { choices: [{ message: { content: "Hello dear Mia" } }] } }]);
  });
});

it("providers are listed with their models, and never with a key", async () => {
  const context = { ...service.services, signal: new AbortController().signal } as never;
  const answer = await listProviders({ params: {}, query: {}, body: undefined } as never, context);
  expect(answer).toMatchObject({
    providers: expect.arrayContaining([
      expect.objectContaining({ name: "openai", is_usable: true, models: ["plain", "tools"] }),
      expect.objectContaining({ name: "anthropic", is_usable: false, api_key_name: "ANTHROPIC_API_KEY", models: null }),
    ]),
  });
  expect(JSON.stringify(answer)).not.toContain(PROVIDER_KEY);
});
