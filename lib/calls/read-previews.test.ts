import { afterEach, expect, it, vi } from "vitest";
import { answerRequests, failed, json, lines } from "@/test/setup/page-requests";
import { readPreviews } from "./read-previews";

afterEach(() => vi.unstubAllGlobals());

const SYSTEM_START = '{"messages":[{"role":"system","content":"You are an airline agent. You';

/** The preview of one call, by what its service returns. */
async function textsOf(entry: Record<string, unknown>) {
  const sent = answerRequests({
    "calls.preview": () =>
      json({ previews: [{ id: "c", inputs: null, output: null, inputs_length: 0, output_length: 0, ...entry }] }),
    "calls.streamQuery": () => lines([]),
  });
  const signal = new AbortController().signal;
  const source = { connectionId: "local", projectId: "demo/airline", ids: ["c"], signal };
  const [[, texts] = ["", undefined]] = await readPreviews(source);
  expect(sent.find(({ operation }) => operation === "calls.preview")?.body.with_messages).toBe(true);
  return [texts?.input?.text, texts?.output?.text];
}

it("shows what was asked last and which tool the answer calls", async () => {
  const call = { function: { name: "update_flights", arguments: '{"reservation":"BTBM5E"}' } };
  expect(
    await textsOf({
      inputs: SYSTEM_START,
      output: '{"id":"chatcmpl-1","model":"gpt-4o","usage":{"prompt_tok',
      last_message: '{"role":"tool","content":"3 seats left"}',
      answer: '{"role":"assistant","content":"I will change it.","tool_calls":[{"fun',
      tool_calls: JSON.stringify([call]),
    }),
  ).toEqual(["3 seats left", "→ update_flights(BTBM5E)"]);
});

it("marks what a call below says in place of a silent one", async () => {
  answerRequests({
    "calls.preview": () =>
      json({
        previews: [
          {
            id: "c",
            inputs: "{}",
            output: null,
            inputs_length: 2,
            output_length: 0,
            last_message: '{"role":"user","content":"Weather?"}',
            answer: '"Grey."',
            is_asked_below: true,
          },
        ],
      }),
    "calls.streamQuery": () => lines([]),
  });
  const signal = new AbortController().signal;
  const [[, texts] = []] = await readPreviews({ connectionId: "local", projectId: "p", ids: ["c"], signal });
  expect(texts?.input).toEqual({ text: "Weather?", isJson: false, isFromBelow: true });
  expect(texts?.output).toEqual({ text: "Grey.", isJson: false });
});

it("shows nothing for a call without content", async () => {
  expect(await textsOf({ inputs: "{}", output: null })).toEqual([undefined, undefined]);
});

it("shows the text of an answer without tools, also a cut one", async () => {
  expect(
    await textsOf({
      inputs: SYSTEM_START,
      last_message: '{"role":"user","content":"Can I sta',
      answer: '{"role":"assistant","content":"Yes, for 35 U',
    }),
  ).toEqual(["Can I sta", "Yes, for 35 U"]);
});

it("shows the beginning of a value without a conversation, and of any value if the service returns no messages", async () => {
  const plain = { inputs: '{"question":"Why?"}', output: '"Because"' };
  expect(await textsOf({ ...plain, last_message: null, answer: null, tool_calls: null })).toEqual(["Why?", "Because"]);
  expect(await textsOf(plain)).toEqual(["Why?", "Because"]);
});

it("leaves the signs of Markdown out of what was said, and keeps those of code and of tools", async () => {
  const said = (role: string, content: string) => JSON.stringify({ role, content });
  expect(
    await textsOf({
      last_message: said("user", "## Refund\nUse `refund_all`, see [the policy](https://example.org)"),
      answer: said("assistant", "**No.** `snake_case` stays"),
    }),
  ).toEqual(["Refund Use refund_all, see the policy", "No. snake_case stays"]);
  expect(
    await textsOf({ last_message: said("tool", "# comment\nls `pwd`"), answer: JSON.stringify("# Plan\n`a`") }),
  ).toEqual(["# comment ls `pwd`", "Plan a"]);
  expect(await textsOf({ inputs: '{"query":"SELECT `a`"}', output: '"**Done**"' })).toEqual(["SELECT `a`", "Done"]);
  const call = { function: { name: "find", arguments: '{"glob":"**a**"}' } };
  expect((await textsOf({ answer: said("assistant", ""), tool_calls: JSON.stringify([call]) }))[1]).toBe(
    "→ find(**a**)",
  );
});

const refTo = (row: string, member: string) =>
  `weave:///demo/airline/object/cases:d1g35t/attr/rows/id/${row}/key/${member}`;

/** Texts of the rows of calls whose inputs are refs, and what was asked. */
async function resolvedTexts(inputs: readonly object[], refs: () => Response) {
  const sent = answerRequests({
    "calls.preview": () =>
      json({
        previews: inputs.map((value, at) => ({
          ...{ id: `c${at}`, inputs: JSON.stringify(value), output: null, inputs_length: 9, output_length: 0 },
          last_message: JSON.stringify(Object.values(value)[0]),
        })),
      }),
    "calls.streamQuery": () => lines([]),
    "refs.readBatch": refs,
  });
  const signal = new AbortController().signal;
  const ids = inputs.map((_, at) => `c${at}`);
  const texts = await readPreviews({ connectionId: "local", projectId: "demo/airline", ids, signal });
  return {
    texts: texts.map(([, { input }]) => input?.text),
    asked: sent.filter(({ operation }) => operation === "refs.readBatch").map(({ body }) => body.refs),
  };
}

it("shows the values of table rows in place of refs to them, read by one request for all rows", async () => {
  const inputs = [
    { message: refTo("r1", "message") },
    { message: refTo("r2", "message") },
    { message: refTo("r1", "message") },
  ];
  const { texts, asked } = await resolvedTexts(inputs, () => json({ vals: ["Move my flight", null] }));
  expect(asked).toEqual([[refTo("r1", "message"), refTo("r2", "message")]]);
  expect(texts).toEqual(["Move my flight", refTo("r2", "message"), "Move my flight"]);
});

it("shows the refs where their values cannot be read", async () => {
  const { texts } = await resolvedTexts([{ message: refTo("r1", "message") }], () => failed("not-found"));
  expect(texts).toEqual([refTo("r1", "message")]);
});

it("does not read a ref that the beginning of a value cuts off", async () => {
  const cut = `{"text":"${"a".repeat(300)}","message":"${refTo("r1", "mess")}${"x".repeat(200)}`.slice(0, 400);
  const sent = answerRequests({
    "calls.preview": () =>
      json({ previews: [{ id: "c", inputs: cut, output: null, inputs_length: 900, output_length: 0 }] }),
    "calls.streamQuery": () => lines([]),
  });
  const signal = new AbortController().signal;
  const source = { connectionId: "local", projectId: "demo/airline", ids: ["c"], signal };
  const [[, texts] = []] = await readPreviews(source);
  expect(texts?.input?.text).toBe("…");
  expect(sent.some(({ operation }) => operation === "refs.readBatch")).toBe(false);
});
