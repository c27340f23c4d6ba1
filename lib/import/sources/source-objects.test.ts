import { describe, expect, it } from "vitest";
import { itemsOf, lines, losses } from "@/lib/import/testing/imported-text";

const prompt = {
  id: "p1",
  name: "support/agent",
  version: 1,
  type: "text",
  prompt: "Rules",
  config: {},
  labels: [],
  tags: [],
};

const archived = {
  id: "1",
  status: "ARCHIVED",
  datasetId: "d1",
  datasetName: "bags",
  input: "why",
  expectedOutput: "so",
};

describe("records that become objects", () => {
  const values = async (text: string) =>
    (await itemsOf(text)).flatMap((read) => (read.kind === "item" ? (read.objects ?? []) : []));

  it("a chat prompt has Heddle's variables, literal braces and a message for each placeholder, and its config", async () => {
    const chat = {
      ...prompt,
      type: "chat",
      prompt: [
        { role: "system", content: 'Help {{ user }} with {"json": 1}. {{#if vip}}' },
        { type: "placeholder", name: "history" },
      ],
      config: { model: "gpt-4o", temperature: 0.5 },
      commitMessage: "shorter",
    };
    const items = await itemsOf(lines(chat));
    expect(await values(lines(chat))).toMatchObject([
      {
        value: {
          _class_name: "MessagesPrompt",
          description: "shorter",
          config: { model: "gpt-4o", temperature: 0.5 },
          messages: [
            { role: "system", content: 'Help {user} with {{"json": 1}}. {{{{#if vip}}}}' },
            { role: "user", content: "{history}" },
          ],
          import: { source: "langfuse", name: "support/agent", version: 1 },
        },
      },
    ]);
    expect(losses(items)).toEqual([expect.stringContaining("not names"), expect.stringContaining("placeholder")]);
  });

  it("a list of prompts without texts, a chat without messages and archived items are skipped with their reason", async () => {
    const items = await itemsOf(
      lines(
        { name: "a", type: "chat", versions: [1, 2], labels: [], lastConfig: {} },
        { ...prompt, type: "chat", prompt: "no list" },
        archived,
        { id: "pmpt_123", version: "2" },
      ),
    );
    expect(items.map((read) => read.kind === "skipped" && read.reason)).toEqual([
      expect.stringContaining("no texts"),
      expect.stringContaining("no list of messages"),
      expect.stringContaining("Archived"),
      expect.stringContaining("No interface of OpenAI"),
    ]);
  });

  it("a commit of a LangSmith prompt has its messages, in either form of variables", async () => {
    const made = (name: string, kwargs: object) => ({ lc: 1, type: "constructor", id: ["langchain", name], kwargs });
    const text = (template: string, format?: string) =>
      made("PromptTemplate", { template, ...(format ? { template_format: format } : {}) });
    const manifest = made("ChatPromptTemplate", {
      messages: [
        made("SystemMessagePromptTemplate", { prompt: text('Answer {{"a": 1}} to {user}') }),
        made("HumanMessagePromptTemplate", { prompt: text("{{question}} {literal}", "mustache") }),
        made("MessagesPlaceholder", { variable_name: "history" }),
      ],
    });
    const commit = { owner: "me", repo: "agent", commit_hash: "abc", manifest, examples: [] };
    expect(await values(lines(commit))).toMatchObject([
      {
        objectId: "agent",
        version: null,
        value: {
          messages: [
            { role: "system", content: 'Answer {{"a": 1}} to {user}' },
            { role: "user", content: "{question} {{literal}}" },
            { role: "user", content: "{history}" },
          ],
        },
      },
    ]);
    const [broken] = await itemsOf(lines({ ...commit, manifest: made("Other", {}) }));
    expect(broken).toMatchObject({ kind: "skipped", reason: expect.stringContaining("neither messages nor") });
  });

  it("items of LangSmith, Braintrust, Phoenix and OpenAI Evals are rows with what describes them as columns", async () => {
    const text = lines(
      {
        id: "e1",
        dataset_id: "d",
        inputs: { q: "why" },
        outputs: { a: "so" },
        metadata: { dataset_split: ["test"], level: 2 },
        source_run_id: "r1",
      },
      {
        id: "b1",
        _xact_id: "1000192656880881099",
        dataset_id: "d",
        span_id: "s",
        root_span_id: "s",
        input: "why",
        expected: "so",
        metadata: { level: 2 },
        tags: ["hard"],
      },
      {
        data: {
          dataset_id: "d",
          version_id: "v",
          examples: [{ id: "p1", input: { q: 1 }, output: { a: 2 }, metadata: {} }],
        },
      },
      { item: { question: "why", answer: "so" } },
      {
        object: "eval.run.output_item",
        id: "o1",
        created_at: 1,
        eval_id: "ev",
        datasource_item_id: 4,
        datasource_item: { question: "why" },
      },
    );
    expect((await values(text)).map((object) => "row" in object && object.row)).toEqual([
      {
        id: "e1",
        input: { q: "why" },
        expected: { a: "so" },
        metadata: { level: 2 },
        split: "test",
        source_run_id: "r1",
      },
      { id: "b1", input: "why", expected: "so", metadata: { level: 2 }, tags: ["hard"] },
      { id: "p1", input: { q: 1 }, expected: { a: 2 } },
      { question: "why", answer: "so" },
      { id: "4", question: "why" },
    ]);
  });
});
