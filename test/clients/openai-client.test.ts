import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OpenAiProvider, PROVIDER_KEY } from "@/test/provider/openai-provider";
import { CLIENT_KEY, type ClientsService, openClientsService } from "./clients-service";

let provider: OpenAiProvider;
let service: ClientsService;
let projectCount = 0;

beforeAll(async () => {
  provider = await OpenAiProvider.start();
  service = await openClientsService({}, { OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: PROVIDER_KEY });
});

afterAll(async () => {
  await service.close();
  await provider.stop();
});

const clientOf = (project: string | null) =>
  new OpenAI({ baseURL: `${service.url}/v1`, apiKey: CLIENT_KEY, project, maxRetries: 0, logLevel: "off" });

function newProject(): string {
  projectCount += 1;
  return `demo/openai-${projectCount}`;
}

/** The text of a streamed response, as far as it arrives. */
async function streamed(client: OpenAI, model: string): Promise<{ text: string; failure: string | null }> {
  let text = "";
  try {
    const events = await client.responses.create({ model, input: "Hi", stream: true });
    for await (const event of events) if (event.type === "response.output_text.delta") text += event.delta;
    return { text, failure: null };
  } catch (error) {
    return { text, failure: String(error) };
  }
}

describe("OpenAI's client", () => {
  it("lists the models of usable providers under the names that requests take", async () => {
    const models = [];
    for await (const model of clientOf(null).models.list()) models.push(model);
    expect(models).toEqual([
      { id: "openai/plain", object: "model", owned_by: "openai" },
      { id: "openai/tools", object: "model", owned_by: "openai" },
    ]);
  });

  it("gets a provider's response, and its call has the request, the response and the tokens", async () => {
    const project = newProject();
    const response = await clientOf(project).responses.create({
      model: "openai/plain",
      input: [{ role: "user", content: "Hi" }],
      temperature: 0.5,
    });
    expect(response.output_text).toBe("Hello dear Mia");
    expect(provider.last).toMatchObject({
      path: "/v1/responses",
      text: '{"model":"plain","input":[{"role":"user","content":"Hi"}],"temperature":0.5}',
      headers: { authorization: `Bearer ${PROVIDER_KEY}` },
    });
    expect(JSON.stringify(provider.last.headers)).not.toContain(CLIENT_KEY);
    expect(provider.last.headers["openai-project"]).toBeUndefined();
    expect(await service.calls(project)).toMatchObject([
      {
        op_name: "weave.responses_create",
        inputs: { model: "openai/plain", input: [{ role: "user", content: "Hi" }], temperature: 0.5 },
        output: { id: "resp_test", status: "completed" },
        exception: null,
        summary: { usage: { plain: { requests: 1, input_tokens: 12, output_tokens: 3, total_tokens: 15 } } },
      },
    ]);
  });

  it("gets the events of a stream, and finds the finished call when they have ended", async () => {
    const project = newProject();
    expect(await streamed(clientOf(project), "openai/plain")).toEqual({ text: "Hello dear Mia", failure: null });
    expect(await service.calls(project)).toMatchObject([
      {
        output: { status: "completed", output: [{ type: "message" }] },
        exception: null,
        summary: { usage: { plain: { input_tokens: 12 } }, weave: { status: "success" } },
      },
    ]);
  });

  it.each([
    ["cut", "The stream of OpenAI broke off before the response was complete.", "Hello"],
    ["crashing", "OpenAI: The model fell over", "Hello dear Mia"],
  ])("is told that a stream broke (%s), and the call keeps the text until then", async (model, exception, text) => {
    const project = newProject();
    const { text: received, failure } = await streamed(clientOf(project), `openai/${model}`);
    expect([received, failure === null]).toEqual([text, false]);
    await expect
      .poll(() => service.calls(project))
      .toMatchObject([{ output: { status: "incomplete", output_text: text }, exception }]);
  });

  it("ends the request at the provider when it disconnects, and the call says so", async () => {
    const project = newProject();
    const leaving = new AbortController();
    const request = { model: "openai/slow", input: "Hi", stream: true } as const;
    const events = await clientOf(project).responses.create(request, { signal: leaving.signal });
    for await (const event of events) if (event.type === "response.output_text.delta") leaving.abort();
    await provider.left;
    await expect
      .poll(() => service.calls(project))
      .toMatchObject([{ output: { output_text: "Hello" }, exception: "Stopped by the client." }]);
  });

  it("stores a response that failed as a failed call", async () => {
    const project = newProject();
    const response = await clientOf(project).responses.create({ model: "openai/failed", input: "Hi" });
    expect(response.status).toBe("failed");
    expect(await service.calls(project)).toMatchObject([{ exception: "The model fell over" }]);
  });

  it.each([
    ["absent", 404, /does not have the Responses API.*\/completions\/create/],
    ["invalid", 400, /Unknown parameter: 'inputs'/],
    ["refused", 502, /Incorrect API key provided: \[key\]/],
    ["html", 502, /not JSON/],
  ])("gets the reason of a refusal, without secrets (%s)", async (model, status, reason) => {
    const project = newProject();
    const failure = await clientOf(project)
      .responses.create({ model: `openai/${model}`, input: "Hi" })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ status, message: expect.stringMatching(reason) });
    expect(await service.calls(project)).toMatchObject([{ exception: expect.stringMatching(reason) }]);
  });

  it.each([
    ["a model that no provider has", "nobody/plain", 404, /No provider found/],
    ["a model without a key", "claude-x", 400, /No key is set for Anthropic/],
    ["a checkpoint", "wandb-artifact:///demo/airline/agent", 400, /\/v1\/chat\/completions/],
  ])("is refused %s, and nothing is stored", async (_, model, status, reason) => {
    const project = newProject();
    const failure = await clientOf(project)
      .responses.create({ model, input: "Hi" })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ status, message: expect.stringMatching(reason) });
    expect(await service.calls(project)).toEqual([]);
  });

  it.each([null, "proj_abc"])("needs the project of the call (%j)", async (project) => {
    const failure = await clientOf(project)
      .responses.create({ model: "openai/plain", input: "Hi" })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ status: 400, message: expect.stringContaining("OpenAI-Project") });
  });
});
