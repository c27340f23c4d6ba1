import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import { setAliases } from "@/service/objects/operations/objects/object-aliases";
import { createObject } from "@/service/objects/operations/objects/object-create";
import { deleteObject } from "@/service/objects/operations/objects/object-delete";
import { openTestService } from "@/service/testing/open-service";
import { readCallStats } from "@/service/traces/operations/calls/calls-stats";
import { streamCalls } from "@/service/traces/operations/calls/calls-stream-query";
import { OpenAiProvider, PROVIDER_KEY } from "@/test/provider/openai-provider";
import { firstOnce, sized } from "@/test/setup/test-length";
import { createCompletion } from "./completions-create";
import { streamCompletion } from "./completions-create-stream";

let provider: OpenAiProvider;
let service: Awaited<ReturnType<typeof openTestService>>;
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
  project = `e/prompts-${projectCount}`;
});

type Members = Readonly<Record<string, unknown>>;

interface Answer {
  readonly response: { readonly error?: string };
  readonly svc_call_id: string | null;
}

async function publish(name: string, val: Members): Promise<string> {
  const body = { obj: { project_id: project, object_id: name, val } };
  return (await service.ask<{ digest: string }>("obj.create", createObject, body)).digest;
}

const messagesPrompt = (messages: readonly Members[]) => ({
  _type: "MessagesPrompt",
  _class_name: "MessagesPrompt",
  _bases: ["Prompt", "Object", "BaseModel"],
  messages,
});

const complete = (inputs: Members) =>
  service.ask<Answer>("completions.create", createCompletion, {
    project_id: project,
    inputs: { model: "openai/plain", ...inputs },
  });

const calls = () => service.lines<Members>("calls.streamQuery", streamCalls, { project_id: project });
const sent = () => JSON.parse(provider.last.text) as Members;
const user = (content: string) => ({ role: "user", content });

describe("a completion that names a prompt", () => {
  it("sends the filled prompt before its own messages, and its call references the exact version", async () => {
    const digest = await publish("support", messagesPrompt([{ role: "system", content: "You help {who}. {{json}}" }]));
    const params = { object_id: "support" };
    await service.ask(
      "obj.setAliases",
      setAliases,
      { project_id: project, digest, aliases: ["production"] },
      { params },
    );
    for (const prompt of [
      ...sized({ once: [], all: ["support", "support:v0"] }),
      "support:production",
      `weave:///${project}/object/support:${digest}`,
    ]) {
      await complete({ prompt, template_vars: { who: "Mia" }, messages: [user("Hi {who}")] });
      const messages = [{ role: "system", content: "You help Mia. {json}" }, user("Hi Mia")];
      expect(sent()).toEqual({ model: "plain", messages });
      expect((await calls()).at(-1)).toMatchObject({
        op_name: "weave.completions_create",
        inputs: { prompt: `weave:///${project}/object/support:${digest}`, template_vars: { who: "Mia" }, messages },
        attributes: { heddle: { prompt_messages: 1 } },
      });
    }
  });

  it("leaves its own messages as they are when it gives no values", async () => {
    await publish("plain-text", { _type: "StringPrompt", content: "Answer in {{braces}}." });
    await complete({ prompt: "plain-text", messages: [user("What is {this}?")] });
    expect(sent().messages).toEqual([{ role: "system", content: "Answer in {braces}." }, user("What is {this}?")]);
  });

  it("fills content parts, but never messages of the assistant", async () => {
    await publish("parts", messagesPrompt([{ role: "user", content: [{ type: "text", text: "See {what}" }] }]));
    const said = { role: "assistant", content: '{"a": 1}' };
    await complete({ prompt: "parts", template_vars: { what: "this" }, messages: [said] });
    expect(sent().messages).toEqual([{ role: "user", content: [{ type: "text", text: "See this" }] }, said]);
  });

  it.each(
    firstOnce<readonly [string, string, Readonly<Record<string, unknown>>, string]>(3, [
      ["is unknown", "nobody", {}, "Prompt nobody:latest not found"],
      ["is in another project", "weave:///e/other/object/a:b", {}, "is in another project"],
      ["lacks a value", "greeting", {}, "In message 1 of the prompt: The variable name has no value"],
      ["was deleted", "gone:v0", {}, "Prompt gone:v0 was deleted"],
      ["is not a ref of an object", "weave:///e/other/call/a", {}, "is not a ref of an object"],
      ["needs more than values", "python", { a: 1 }, "In message 1 of the prompt: Position 0: {a:>8} is not the name"],
      ["is not a prompt", "table", {}, "table:v0 is not a prompt"],
    ]),
  )("that %s is an error in the response, and nothing is sent", async (_what, prompt, values, words) => {
    await publish("table", { rows: [] });
    await publish("greeting", messagesPrompt([user("Hi {name}")]));
    await publish("python", messagesPrompt([user("{a:>8}")]));
    await publish("gone", messagesPrompt([user("Hi")]));
    await service.ask("obj.delete", deleteObject, { project_id: project, object_id: "gone" });
    const before = provider.seen.length;
    const { response, svc_call_id } = await complete({ prompt, template_vars: values });
    expect(response.error).toContain(words);
    expect(svc_call_id).toBeNull();
    const inputs = { model: "openai/plain", prompt, template_vars: values };
    const body = { project_id: project, inputs };
    const lines = await service.lines<Members>("completions.createStream", streamCompletion, body);
    expect(lines).toEqual([{ error: response.error }]);
    expect(provider.seen).toHaveLength(before);
    expect(await calls()).toEqual([]);
  });

  it("is streamed in the same way", async () => {
    await publish("greeting", messagesPrompt([user("Hi {name}")]));
    const inputs = { model: "openai/plain", prompt: "greeting:latest", template_vars: { name: "Mia" } };
    await service.lines("completions.createStream", streamCompletion, { project_id: project, inputs });
    expect(sent()).toMatchObject({ messages: [user("Hi Mia")], stream: true });
    expect(sent()).not.toHaveProperty("prompt");
    expect(await calls()).toMatchObject([{ inputs: { messages: [user("Hi Mia")] } }]);
  });
});

describe("figures of calls by the versions of an object", () => {
  it("group the calls whose inputs reference a version, with null for all others", async () => {
    const first = await publish("greeting", messagesPrompt([user("Hi {name}")]));
    const second = await publish("greeting", messagesPrompt([user("Dear {name}")]));
    await publish("greeting-long", messagesPrompt([user("Good day")]));
    const template_vars = { name: "Mia" };
    for (const prompt of ["greeting:v0", "greeting:v1", "greeting:v1"]) await complete({ prompt, template_vars });
    await complete({ prompt: "greeting-long" });
    const body = { project_id: project, groups: [{ by: "input_object.greeting" }] };
    const { groups } = await service.ask<CallsFiguresResult>("calls.stats", readCallStats, body);
    expect(groups[0]?.values).toMatchObject([
      { value: second, call_count: 2, usage: { prompt_tokens: 24, completion_tokens: 6 } },
      expect.objectContaining({ call_count: 1 }),
      expect.objectContaining({ call_count: 1 }),
    ]);
    expect(new Set(groups[0]?.values.map(({ value }) => value))).toEqual(new Set([first, second, null]));
  });
});
