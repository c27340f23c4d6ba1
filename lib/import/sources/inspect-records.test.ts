import { readFileSync } from "node:fs";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { blobSource } from "@/lib/import/blob-source";
import { sourceValues } from "@/lib/import/import-source";
import { readImportValues } from "@/lib/import/read-import";
import { callsOf, itemsOf, losses } from "@/lib/import/testing/imported-text";
import type { ImportItem, SkippedItem } from "@/lib/import/values/import-item";

async function itemsOfFile(bytes: Uint8Array<ArrayBuffer>): Promise<(ImportItem | SkippedItem)[]> {
  const items = [];
  const options = { projectId: "e/p", inventedFromMs: 0 };
  for await (const item of readImportValues(sourceValues(blobSource(new Blob([bytes]))), options)) items.push(item);
  return items;
}

/** Written by Inspect itself (`write_inspect_log.py`): compressed with Zstandard, with a pool of messages and attachments. */
const recorded = () => new Uint8Array(readFileSync("lib/import/testing/inspect.eval"));

const EVAL = {
  ...{ eval_id: "e1", run_id: "r1", created: "2026-03-04T05:06:07+00:00", task: "seats", model: "openai/gpt-5" },
  dataset: { name: "flights" },
};
const SAMPLE = {
  ...{ id: "ada", epoch: 1, input: "Where?", target: "14C", started_at: "2026-03-04T05:06:08+00:00" },
  completed_at: "2026-03-04T05:06:10+00:00",
  output: { choices: [{ message: { role: "assistant", content: "14C" }, stop_reason: "stop" }] },
};
const archive = (files: Readonly<Record<string, unknown>>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, value]) => [name, strToU8(JSON.stringify(value))])));

const trialsOf = (items: readonly (ImportItem | SkippedItem)[]) =>
  callsOf(items).filter(({ op_name: op }) => op === "Evaluation.predict_and_score");

describe("a log of Inspect", () => {
  it("is an evaluation whose samples are trials, each epoch of one example", async () => {
    const calls = callsOf(await itemsOfFile(recorded()));
    const [root, ...others] = calls.filter(({ op_name: op }) => op === "Evaluation.evaluate");
    expect(others).toEqual([]);
    expect(root).toMatchObject({
      parent_id: null,
      inputs: { self: { name: "seats" }, model: { name: "mockllm/model" } },
      end: { output: { includes: { accuracy: 0.5 }, match: { accuracy: 0.5 } } },
    });
    const trials = calls.filter(({ op_name: op }) => op === "Evaluation.predict_and_score");
    const facts = trials.map(({ parent_id: parent, inputs, end }) => [
      parent === root?.id,
      (inputs.example as { id: unknown }).id,
      (end?.output as { scores: unknown } | undefined)?.scores,
    ]);
    const scores = (value: number) => ({ includes: value, match: value });
    expect(facts.toSorted()).toEqual([
      [true, 2, scores(0)],
      [true, 2, scores(0)],
      [true, "ada", scores(1)],
      [true, "ada", scores(1)],
    ]);
    const examples = new Set(trials.map(({ inputs }) => JSON.stringify(inputs.example)));
    expect(examples.size).toBe(2);
    expect([...examples].some((text) => text.includes('"metadata":{"cabin":"rear"}'))).toBe(true);
    expect([...examples].some((text) => text.includes("attachment://"))).toBe(false);
  });

  it("has its calls of models and tools below the spans in which they happened, with what the model was sent", async () => {
    const calls = callsOf(await itemsOfFile(recorded()));
    const byId = new Map(calls.map((call) => [call.id, call]));
    const above = (call: (typeof calls)[number] | undefined): string[] =>
      call === undefined ? [] : [...above(byId.get(call.parent_id ?? "")), call.op_name ?? ""];
    const models = calls.filter(({ attributes }) => attributes.kind === "llm");
    expect(models).toHaveLength(6);
    for (const model of models) {
      expect(above(model).slice(0, 2)).toEqual(["Evaluation.evaluate", "Evaluation.predict_and_score"]);
      expect(model.end?.summary).toMatchObject({ usage: { "mockllm/model": { total_tokens: expect.any(Number) } } });
    }
    const answered = models.find(({ inputs }) => (inputs.messages as unknown[]).length > 2);
    expect(answered?.inputs.messages).toMatchObject([
      { role: "user", content: `Where does Ada sit? ${"Look carefully. ".repeat(20)}` },
      {
        role: "assistant",
        tool_calls: [{ type: "function", function: { name: "seat", arguments: '{"passenger":"Ada"}' } }],
      },
      { role: "tool", content: "14C" },
    ]);
    expect(calls.find(({ attributes }) => attributes.kind === "tool")).toMatchObject({
      op_name: "seat",
      inputs: { passenger: "Ada" },
      end: { output: "14C" },
    });
  });

  it("has the same ids as an archive and as one JSON file, so that nothing is stored twice", async () => {
    const packed = await itemsOfFile(
      archive({ "header.json": { status: "success", eval: EVAL, plan: {} }, "samples/ada_epoch_1.json": SAMPLE }),
    );
    const whole = await itemsOf(JSON.stringify({ status: "success", eval: EVAL, plan: {}, samples: [SAMPLE] }));
    const ids = (items: typeof whole) => callsOf(items).map(({ id }) => id);
    expect(ids(packed)).toEqual(ids(whole));
    expect(new Set(ids(whole)).size).toBe(2);
  });

  it("that crashed has an evaluation without an end, and the samples that were written", async () => {
    const items = await itemsOfFile(
      archive({ "_journal/start.json": { version: 2, eval: EVAL, plan: {} }, "samples/ada_epoch_1.json": SAMPLE }),
    );
    const [root, trial] = callsOf(items);
    expect([root?.op_name, root?.end]).toEqual(["Evaluation.evaluate", null]);
    expect(trial?.end?.output).toMatchObject({ output: { role: "assistant", content: "14C" }, scores: {} });
  });

  it("has letters as Inspect's metrics count them, and no score for NaN", async () => {
    const score = (value: unknown) => ({ value, explanation: "because" });
    const scores = { c: score("C"), p: score("P"), i: score("I"), n: score("N"), own: score(0.25), flag: score(true) };
    const text = JSON.stringify({ ...SAMPLE, scores: { ...scores, lost: score("NAN") } }).replace('"NAN"', "NaN");
    const items = await itemsOf(`{"eval":${JSON.stringify(EVAL)},"plan":{},"samples":[${text}]}`);
    expect(trialsOf(items)[0]?.end?.output).toMatchObject({
      scores: { c: 1, p: 0.5, i: 0, n: 0, own: 0.25, flag: true, lost: null },
      score_details: { c: { value: "C", explanation: "because" } },
    });
  });

  it("counts cached tokens beside the input and reasoning within the output, and none for an answer from its cache", async () => {
    const usage = {
      input_tokens: 10,
      output_tokens: 5,
      total_tokens: 115,
      input_tokens_cache_read: 100,
      reasoning_tokens: 3,
    };
    const event = (more: object) => ({
      ...{ event: "model", timestamp: "2026-03-04T05:06:08+00:00", completed: "2026-03-04T05:06:09+00:00" },
      ...{ model: "openai/gpt-5", input: [], tools: [], output: { model: "gpt-5", choices: [], usage }, ...more },
    });
    const events = [event({ uuid: "a" }), event({ uuid: "b", cache: "read" }), { event: "state", changes: [] }];
    const items = await itemsOf(JSON.stringify({ eval: EVAL, plan: {}, samples: [{ ...SAMPLE, events }] }));
    const models = callsOf(items).filter(({ attributes }) => attributes.kind === "llm");
    expect(models.map(({ end }) => end?.summary)).toEqual([
      {
        usage: {
          "gpt-5": {
            ...{ requests: 1, prompt_tokens: 110, completion_tokens: 5, total_tokens: 115 },
            ...{ cache_read_input_tokens: 100, completion_tokens_details: { reasoning_tokens: 3 } },
          },
        },
      },
      {},
    ]);
    expect(losses(items)).toEqual(['Events of the kind "state" have no place.']);
  });
});

describe("an archive", () => {
  it("of anything else is refused with what to do", async () => {
    await expect(itemsOfFile(archive({ "traces.jsonl": {} }))).rejects.toThrow("unpack it");
  });

  it("that ends early is refused, whichever byte is the last", async () => {
    const whole = archive({ "header.json": { eval: EVAL, plan: {} }, "samples/ada_epoch_1.json": SAMPLE });
    for (const length of [10, whole.length - 30, whole.length - 1])
      await expect(itemsOfFile(whole.slice(0, length))).rejects.toThrow("damaged or ends early");
  });
});
