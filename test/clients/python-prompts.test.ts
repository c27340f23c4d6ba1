import { afterAll, beforeAll, expect, it } from "vitest";
import { newDraft, newMessage } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { withMessages } from "@/app/(dashboard)/[workspace]/playground/draft/draft-changes";
import { readPrompt } from "@/app/(dashboard)/[workspace]/playground/open/read-prompt";
import { preparePrompt } from "@/app/(dashboard)/[workspace]/playground/prompt/prepare-prompt";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { promptValue } from "@/lib/api/contract/objects/stored-prompt";
import { OpenAiProvider, PROVIDER_KEY } from "@/test/provider/openai-provider";
import { CLIENT_KEY, type ClientsService, openClientsService } from "./clients-service";
import { describeWith } from "./describe-with";
import { pythonEnvironment } from "./python-environment";
import { NEW_WEAVE } from "./releases";

const PROJECT = "demo/prompts";

const environment = await pythonEnvironment("weave", NEW_WEAVE);

let provider: OpenAiProvider;
let service: ClientsService;

beforeAll(async () => {
  provider = await OpenAiProvider.start();
  service = await openClientsService({}, { OPENAI_BASE_URL: `${provider.url}/`, OPENAI_API_KEY: PROVIDER_KEY });
});

afterAll(async () => {
  await service.close();
  await provider.stop();
});

async function publish(name: string, val: unknown): Promise<string> {
  const obj = { project_id: PROJECT, object_id: name, val };
  return String((await service.ask("/obj/create", { obj })).digest);
}

async function latest(name: string): Promise<ObjectVersion> {
  const body = { project_id: PROJECT, object_id: name, digest: "latest" };
  return (await service.ask("/obj/read", body)).obj as ObjectVersion;
}

describeWith(`prompts and the Python client ${NEW_WEAVE[0]}`, environment, (python) => {
  it("are read by alias and filled in there, and its own are completed and loaded here", async () => {
    const draft = newDraft();
    const messages = [
      newMessage("system", 'You help {{who}}. Answer as {"a": 1}.'),
      newMessage("user", "{{question}}"),
    ];
    const [column] = draft.columns;
    if (!column) throw new Error("A draft has a column");
    const typed = {
      ...withMessages(draft, "shared", messages),
      parameters: { temperature: "0.2" },
      columns: [{ ...column, model: "openai/plain" }],
    };
    const saved = preparePrompt(typed, "shared", column.key);
    const value = promptValue({ ...saved, name: "support", description: "Answers passengers" }, null);
    const digest = await publish("support", value);
    await publish("support", { ...value, description: "A later one" });
    const url = `${service.url}/objs/support/aliases`;
    const response = await fetch(url, {
      method: "PUT",
      headers: { authorization: `Basic ${Buffer.from(`api:${CLIENT_KEY}`).toString("base64")}` },
      body: JSON.stringify({ project_id: PROJECT, digest, aliases: ["production"] }),
    });
    expect(response.status).toBe(200);
    const text = { _type: "StringPrompt", _class_name: "StringPrompt", _bases: ["Prompt", "Object", "BaseModel"] };
    const only = preparePrompt(
      withMessages(draft, "shared", [newMessage("system", "Help {{who}}.")]),
      "shared",
      column.key,
    );
    const before = { ...text, name: null, description: null, content: "" };
    await publish("support-text", promptValue({ ...only, name: "support-text", description: "" }, before));

    const variables = { WANDB_BASE_URL: service.url, WANDB_API_KEY: CLIENT_KEY };
    const { result, printed } = await python.run({
      file: "python_prompts.py",
      args: [PROJECT, "support"],
      variables,
    });
    expect(result).toEqual({
      class: "MessagesPrompt",
      filled: [
        { role: "system", content: 'You help Mia. Answer as {"a": 1}.' },
        { role: "user", content: "Is AX118 on time?" },
      ],
      description: "Answers passengers",
      version: digest,
      model: "openai/plain",
      temperature: 0.2,
      text_class: "StringPrompt",
      text: "Help Mia.",
      labels: [expect.arrayContaining(["candidate"]), ["reviewed"]],
    });
    expect(printed).not.toContain("unexpected fields");

    for (const [name, sent] of [
      ["from-text", ["Hello Mia"]],
      ["from-messages", ["You are Mia."]],
      ["from-easy:candidate", ["You are Mia.", "Hi Mia"]],
    ] as const) {
      const inputs = { model: "openai/plain", prompt: name, template_vars: { name: "Mia", who: "Mia" } };
      await service.ask("/completions/create", { project_id: PROJECT, inputs });
      const request = JSON.parse(provider.last.text) as { messages: readonly { content: string }[] };
      expect(request.messages.map(({ content }) => content)).toEqual(sent);
      const version = await latest(name.replace(/:.*/, ""));
      expect(readPrompt(version)).toMatchObject({ lost: [], link: { digest: version.digest } });
      const [call] = (await service.calls(PROJECT)).slice(-1);
      expect(call?.inputs).toMatchObject({
        prompt: `weave:///${PROJECT}/object/${version.object_id}:${version.digest}`,
      });
    }
  });
});
