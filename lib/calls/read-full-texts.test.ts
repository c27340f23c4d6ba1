import { afterEach, expect, it, vi } from "vitest";
import { answerRequests, failed, json } from "@/test/setup/page-requests";
import { readFullTexts } from "./read-full-texts";

afterEach(() => vi.unstubAllGlobals());

const read = () => readFullTexts("local", "demo/airline", "c", new AbortController().signal);

/** A service with one call. */
const withEntry = (entry: Record<string, unknown>) =>
  answerRequests({
    "calls.preview": () =>
      json({ previews: [{ id: "c", inputs: null, output: null, inputs_length: 0, output_length: 0, ...entry }] }),
  });

it("reads the last message with its lines, and all tools of the answer with all their arguments", async () => {
  const argument = "a long argument ".repeat(20);
  const tool = (name: string) => ({ function: { name, arguments: JSON.stringify({ text: argument, to: "JFK" }) } });
  withEntry({
    inputs: '{"messages":[{"role":"system","content":"You are',
    last_message: JSON.stringify({ role: "user", content: "First line\n\nSecond line" }),
    tool_calls: JSON.stringify([tool("find"), tool("book")]),
  });
  expect(await read()).toEqual({
    input: { text: "First line\n\nSecond line", isJson: false, isCut: false },
    output: { text: `→ find(${argument}, JFK)\n→ book(${argument}, JFK)`, isJson: false, isCut: false },
  });
});

it("reads values without a conversation as JSON, and says where they are cut", async () => {
  withEntry({ inputs: `{"n":1,"sources":"${"x".repeat(5000)}`.slice(0, 4096), output: '{"rows":[1,2]}' });
  const texts = await read();
  expect(texts?.input).toMatchObject({ isJson: true, isCut: true });
  expect(texts?.output).toEqual({ text: '{ "rows": [ 1, 2 ] }', isJson: true, isCut: false });
});

it("reads nothing where the service has no previews", async () => {
  answerRequests({ "calls.preview": () => failed("unsupported") });
  expect(await read()).toBeNull();
});

it("fails where the service fails", async () => {
  answerRequests({ "calls.preview": () => failed("upstream") });
  await expect(read()).rejects.toThrow();
});

it("reads the value of a table row in place of a ref to it, of the same project only", async () => {
  const ref = (project: string) => `weave:///${project}/object/cases:d1g35t/attr/rows/id/r1/key/message`;
  const vals = vi.fn(() => json({ vals: ["Where is my bag?\nIt is red."] }));
  const readOf = (project: string) => {
    const preview = { id: "c", inputs: JSON.stringify({ message: ref(project) }), output: null };
    const lengths = { inputs_length: 90, output_length: 0 };
    answerRequests({
      "calls.preview": () => json({ previews: [{ ...preview, ...lengths }] }),
      "refs.readBatch": vals,
    });
    return read();
  };
  expect((await readOf("demo/airline"))?.input?.text).toBe("Where is my bag?\nIt is red.");
  expect((await readOf("other/project"))?.input?.text).toBe(ref("other/project"));
  expect(vals).toHaveBeenCalledTimes(1);
});
