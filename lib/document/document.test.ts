// @vitest-environment jsdom
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Call } from "@/lib/api/contract/calls/calls";
import { DOCUMENT_STYLE, DOCUMENT_STYLE_HASH } from "./document-style";
import { html } from "./html";
import { threadDocument } from "./thread-document";
import { traceDocument } from "./trace-document";
import { ValueRoom } from "./value-block";

const call = (members: Partial<Call> = {}): Call => ({
  id: "root",
  project_id: "team/project",
  op_name: "answer",
  trace_id: "t",
  started_at: "2026-11-20T14:00:00Z",
  ended_at: "2026-11-20T14:00:02Z",
  ...members,
});

const source = (calls: readonly Call[], problem: string | null = null) => ({
  id: "t",
  calls,
  problem,
  incomplete: null as string | null,
  readAtMs: Date.parse("2026-11-21T00:00:00Z"),
});

const parsed = (text: string) => new DOMParser().parseFromString(text, "text/html");
const trace = (...calls: readonly Call[]) => parsed(traceDocument(source(calls), "foot"));

const HOSTILE = [
  "</pre></details><script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "<svg onload=alert(1)>",
  "</title></style><iframe src=//evil.example>",
  "<!--",
  "<![CDATA[",
  "\u0000<b>",
  "&lt;script&gt;",
  "javascript:alert(1)",
];

describe("a document of a trace", () => {
  it.each(HOSTILE)("shows %j as text in every place that comes from a call", (text) => {
    const page = trace(
      call({
        op_name: text,
        display_name: text,
        exception: text,
        inputs: { [text]: text, messages: [{ role: "user", name: text, content: text }] },
        output: text,
      }),
      call({ id: "child", parent_id: "root", attributes: { kind: "llm" }, summary: { usage: { [text]: {} } } }),
    );
    expect(page.querySelectorAll("script, img, iframe, link, a, form, svg [onload], [onerror]")).toHaveLength(0);
    expect(page.querySelectorAll("style")).toHaveLength(1);
    expect(page.querySelector("h1")?.textContent).toBe(text.replace("\0", "\ufffd"));
  });

  it("allows its own style and nothing else", () => {
    const hash = createHash("sha256").update(DOCUMENT_STYLE).digest("base64");
    expect(DOCUMENT_STYLE_HASH).toBe(`sha256-${hash}`);
    const page = trace(call());
    expect(page.querySelector("style")?.textContent).toBe(DOCUMENT_STYLE);
    const policy = page.querySelector("meta[http-equiv]")?.getAttribute("content") ?? "";
    expect(policy).toContain(`style-src '${DOCUMENT_STYLE_HASH}'`);
    expect(policy).toContain("default-src 'none'");
    expect(page.querySelectorAll("[style]")).toHaveLength(0);
  });

  it("says what the project lacks", () => {
    const page = parsed(traceDocument({ ...source([call()]), incomplete: "7 calls could not be read." }, "foot"));
    expect(page.body.textContent).toContain("This document may be incomplete. 7 calls could not be read.");
    expect(trace(call()).body.textContent).not.toContain("incomplete");
  });

  it("contains the tree with inputs, output, messages and figures", () => {
    const usage = { "gpt-4o": { prompt_tokens: 1200, completion_tokens: 30 } };
    const page = trace(
      call({ inputs: { question: "Where is my bag?" }, output: { answer: "In Hamburg" } }),
      call({
        id: "llm",
        parent_id: "root",
        op_name: "openai.chat.completions.create",
        inputs: { messages: [{ role: "user", content: "Find the bag" }] },
        output: { choices: [{ message: { role: "assistant", content: "I look it up" } }] },
        summary: { usage },
      }),
    );
    const names = [...page.querySelectorAll(".calls .name")].map((name) => name.textContent);
    expect(names).toEqual(["answer", "openai.chat.completions.create"]);
    expect(page.querySelector(".d1 .messages")?.textContent).toContain("Find the bag");
    expect(page.querySelector(".d1 .messages")?.textContent).toContain("I look it up");
    expect(page.querySelector("dl")?.textContent).toContain("1.2k");
    expect(page.body.textContent).toContain('"answer": "In Hamburg"');
  });

  it("does not contain attributes, the project or the user", () => {
    const text = traceDocument(source([call({ attributes: { host: "machine" }, svc_user_id: "user-1" })]), "foot");
    expect(text).not.toMatch(/machine|user-1|team\/project/);
  });

  it("shows pictures of the payload, and only names those elsewhere", () => {
    const picture = (url: string) => ({ role: "user", content: [{ type: "image_url", image_url: { url } }] });
    const own = "data:image/png;base64,iVBORw0KGgo=";
    const urls = [own, "https://evil.example/pixel.png", "data:image/svg+xml;base64,PHN2Zz4=", "data:text/html,x"];
    const page = trace(call({ inputs: { messages: urls.map(picture) } }));
    expect([...page.querySelectorAll("img")].map((image) => image.getAttribute("src"))).toEqual([own]);
  });

  it("says where a text is cut, and that calls are missing", () => {
    const page = parsed(
      traceDocument(source([call({ output: "ab ".repeat(100_000) })], "the answer broke off"), "foot"),
    );
    expect(page.querySelector(".cut")?.textContent).toContain("100,000 more characters");
    const notices = [...page.querySelectorAll(".notice")].map((notice) => notice.textContent);
    expect(notices).toEqual([
      "Calls are missing: the answer broke off.",
      expect.stringContaining("2 long texts are cut"),
    ]);
  });

  it("survives calls without times, cycles of parents and very deep values", () => {
    let deep: unknown = "end";
    for (let depth = 0; depth < 20_000; depth += 1) deep = [deep];
    const page = trace(
      call({ started_at: "never", ended_at: null, parent_id: "b", output: deep }),
      call({ id: "b", parent_id: "root" }),
    );
    expect(page.querySelectorAll(".call")).toHaveLength(2);
  });
});

describe("a document of a thread", () => {
  it("contains the turns in order, each with its messages and calls", () => {
    const turn = (number: number) =>
      call({
        id: `turn-${number}`,
        turn_id: `turn-${number}`,
        thread_id: "t",
        started_at: `2026-11-20T14:0${number}:00Z`,
        inputs: { message: `Question ${number}` },
        output: `Answer ${number}`,
      });
    const page = parsed(threadDocument(source([turn(2), turn(1)]), "foot"));
    const turns = [...page.querySelectorAll("section")].map((section) => section.textContent ?? "");
    expect(turns).toHaveLength(2);
    expect(turns[0]).toContain("Question 1");
    expect(turns[0]).toContain("Answer 1");
    expect(turns[1]).toContain("Question 2");
  });
});

describe("markup", () => {
  it("escapes values in elements and attributes, and keeps markup that it wrote itself", () => {
    const inner = html`<b title="${`"'`}">${"<&>"}</b>`;
    expect(html`<p>${[inner, null, 3]}</p>`.toString()).toBe('<p><b title="&quot;&#39;">&lt;&amp;&gt;</b>3</p>');
  });

  it("counts the texts that do not fit", () => {
    const room = new ValueRoom(5, 4);
    expect(room.take("abcdef")).toEqual({ text: "abcd", omittedCount: 2 });
    expect(room.take("xy")).toEqual({ text: "x", omittedCount: 1 });
    expect(room.take("")).toEqual({ text: "", omittedCount: 0 });
    expect(room.cutCount).toBe(2);
  });
});
