import { describe, expect, it } from "vitest";
import { newColumn, newDraft } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { columnInputs } from "@/app/(dashboard)/[workspace]/playground/draft/prepare-inputs";
import type { Inputs } from "@/lib/completion/completion-inputs";
import { codeForms, codeOf } from "./prepare-code";
import { readPasted } from "./read-pasted";
import { splitShellWords } from "./split-shell-words";

const inputs: Inputs = {
  model: "openai/gpt-4o",
  messages: [
    { role: "system", content: 'It\'s "quoted", $HOME, `x`, back\\slash, \u2028 and 🦩\nsecond line\ttrue null' },
    { role: "user", content: [{ type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }] },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: '{"a": "it\'s\\n"}' } }],
    },
  ],
  temperature: 0.2,
  logprobs: true,
  parallel_tool_calls: false,
  stop: ["\n", "END"],
  response_format: { type: "json_schema", json_schema: { name: "r", schema: { type: "object", default: null } } },
  tools: [{ type: "function", function: { name: "f", parameters: { type: "object" } } }],
};

const source = { baseUrl: "http://localhost:4000", projectId: "e/p", inputs, isTracked: true };

/** The request that would be sent after a text was pasted. */
function sentAfter(text: string): unknown {
  const pasted = readPasted(text);
  if (pasted.kind === "broken") throw new Error(pasted.message);
  const { model, messages, tools, parameters, unsupported: lost } = pasted.read;
  expect(lost).toEqual([]);
  const column = newColumn(model ?? "");
  return columnInputs({ ...newDraft(), messages, tools, parameters, columns: [column] }, column).inputs;
}

describe("a request as code", () => {
  it.each(codeForms)("is unchanged when it is pasted back: %s", (form) => {
    expect(sentAfter(codeOf(form, source))).toEqual(inputs);
  });

  it("contains no key, only the name of the variable it is read from", () => {
    for (const form of ["curl", "python"] as const) expect(codeOf(form, source)).toContain("WANDB_API_KEY");
  });

  it("turns tracking off only when that was chosen", () => {
    expect(codeOf("curl", source)).not.toContain("track_llm_call");
    expect(codeOf("python", { ...source, isTracked: false })).toContain('"track_llm_call": False');
  });
});

const plain = { model: "gpt-4o", messages: [{ role: "user", content: "Hi" }] };

describe("pasted text", () => {
  it.each([
    ["JSON", JSON.stringify(plain)],
    ["a body of the service", JSON.stringify({ project_id: "e/p", inputs: plain })],
    ["curl with a flag before the data", `curl -X POST https://x/y -H 'a: b' --data-raw '${JSON.stringify(plain)}'`],
    ["curl with an equals sign", `curl https://x/y --json='${JSON.stringify(plain)}'`],
    ["curl of a browser", `curl 'https://x/y' --data-binary $'${JSON.stringify(plain)}' --compressed`],
    [
      "curl in double quotes over several lines",
      `$ curl https://x/y \\\n  -d "${JSON.stringify(plain).replaceAll('"', '\\"')}"`,
    ],
    [
      "OpenAI's client in Python",
      `from openai import OpenAI\n\nclient = OpenAI(api_key="x")\nanswer = client.chat.completions.create(\n    model="gpt-4o",  # the large one\n    messages=[{"role": "user", 'content': ("H" "i")},],\n)`,
    ],
  ])("is read as a request: %s", (_name, text) => {
    expect(sentAfter(text)).toEqual(plain);
  });

  it("may be a list of messages", () => {
    expect(readPasted(JSON.stringify(plain.messages))).toMatchObject({
      kind: "request",
      read: { model: null, messages: [{ role: "user" }] },
    });
  });

  it("lists Python arguments that are not literals, and reads the others", () => {
    const pasted = readPasted(
      'client.chat.completions.create(model=MODEL, messages=[{"role": "user", "content": """a\nb"""}], tools=make(x, [1, ")"]), n=1_0, seed=None, user=r"\\d")',
    );
    expect(pasted).toMatchObject({
      kind: "request",
      read: {
        model: null,
        unsupported: ["model: not a literal", "tools: not a literal"],
        parameters: { n: "10" },
      },
    });
    expect(pasted.kind === "request" && pasted.read.parameters.user).toBe("\\d");
  });

  it.each([
    ["", "Paste a request first"],
    ["hello", "Not JSON, a curl command or a Python call"],
    ["{", "Line 1, character 2"],
    ["12", "Not JSON"],
    ["curl https://x/y", "add -d"],
    ["curl https://x/y -d @body.json", "The data is in the file body.json"],
    ['{"x": 1}', "The request has no messages and no model"],
    ["client.create(", "Not JSON"],
    ["client.create(model=", "Not JSON"],
  ])("is rejected with the reason: %s", (text, reason) => {
    const pasted = readPasted(text);
    expect(pasted.kind).toBe("broken");
    expect(pasted.kind === "broken" && pasted.message).toContain(reason);
  });
});

describe("words of a command", () => {
  it.each([
    [`a 'b c' "d \\"e\\" \\n" f\\ g`, ["a", "b c", 'd "e" \\n', "f g"]],
    [`a'b'"c"d`, ["abcd"]],
    [`$'a\\'b\\n\\u00e9'`, ["a'b\né"]],
    [`a \\\n b`, ["a", "b"]],
    [`'unended "x`, ["'unended", '"x']],
    [`''`, [""]],
  ])("are split as a shell splits them: %s", (text, words) => {
    expect(splitShellWords(text)).toEqual(words);
  });
});
