import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { callsStreamQuery } from "@/lib/api/contract/calls/calls";
import { compileSelection } from "./calls-query";

const base = { projectId: "demo/airline", query: "", areRootsOnly: false, fromMs: null, toMs: null };
const compile = (query: string) => compileSelection({ ...base, query });
const status = (word: string) => ({ $eq: [{ $getField: "summary.weave.status" }, { $literal: word }] });

describe("the guide to queries", () => {
  const guide = readFileSync("docs/use/traces.md", "utf8");

  it("shows queries that can be asked", () => {
    const rows = guide.split("\n").filter((line) => /^\| `[^`]*(?::|refund)/.test(line));
    const shown = rows.flatMap((row) => [...(row.split(" | ")[0] ?? "").matchAll(/`([^`]+)`/g)]);
    expect(shown.length).toBeGreaterThan(7);
    for (const [, query = ""] of shown) expect([query, compile(query).problems]).toEqual([query, []]);
  });

  it("names every field", () => {
    const fields = compile("gone:1").problems[0]?.message.split("available fields: ")[1]?.split(", ") ?? [];
    expect(fields.length).toBeGreaterThan(20);
    for (const field of fields) expect(guide).toContain(field.endsWith(".") ? `\`${field}` : `\`${field}\``);
  });
});

describe("a selection of calls", () => {
  it("without terms requests all calls", () => {
    expect(compile("")).toEqual({ filter: {}, query: undefined, problems: [] });
  });

  it("of roots and of a range becomes a filter and bounds in seconds", () => {
    expect(compileSelection({ ...base, areRootsOnly: true, fromMs: 1500, toMs: 2500 })).toEqual({
      filter: { trace_roots_only: true },
      query: {
        $expr: {
          $and: [
            { $gte: [{ $getField: "started_at" }, { $literal: 1.5 }] },
            { $not: [{ $gt: [{ $getField: "started_at" }, { $literal: 2.5 }] }] },
          ],
        },
      },
      problems: [],
    });
  });

  it("of a source has a condition on it, unless the query names a source itself", () => {
    const isProduction = { $eq: [{ $getField: "source" }, { $literal: "production" }] };
    const of = (query: string, source: "production" | "all") => compileSelection({ ...base, query, source });
    expect(of("", "production").query).toEqual({ $expr: isProduction });
    expect(of("op:a", "production")).toMatchObject({ filter: { op_names: ["a", expect.any(String)] }, problems: [] });
    expect(of("op:a", "production").query).toEqual({ $expr: isProduction });
    expect(of("", "all").query).toBeUndefined();
    for (const query of ["source:training", "-source:arena"]) {
      expect(of(query, "production")).toEqual(of(query, "all"));
    }
  });

  it("by op matches plain names and references of the project", () => {
    expect(compile("op:chat").filter).toEqual({ op_names: ["chat", "weave:///demo/airline/op/chat:*"] });
    expect(compile("op:chat,turn").filter.op_names).toHaveLength(4);
  });

  it("without an op excludes plain names and references", () => {
    expect(compile("-op:chat").query).toEqual({
      $expr: {
        $not: [
          {
            $or: [
              { $eq: [{ $getField: "op_name" }, { $literal: "chat" }] },
              { $contains: { input: { $getField: "op_name" }, substr: { $literal: "/op/chat:" } } },
            ],
          },
        ],
      },
    });
  });

  it("by kind compares the words that clients use for it", () => {
    const is = (path: string, word: string) => ({ $eq: [{ $getField: path }, { $literal: word }] });
    expect(compile("kind:retrieval").query).toEqual({
      $expr: {
        $or: ["attributes.kind", "attributes.weave.kind"].flatMap((path) =>
          ["retrieval", "RETRIEVAL", "retriever", "RETRIEVER"].map((word) => is(path, word)),
        ),
      },
    });
    expect(compile("kind:nothing").problems[0]?.message).toMatch(/^no kind named nothing; available: agent, LLM, tool/);
  });

  it("asks for calls by where they come from, and names the sources when there is none like it", () => {
    const is = (name: string) => ({ $eq: [{ $getField: "source" }, { $literal: name }] });
    expect(compile("source:training").query).toEqual({ $expr: is("training") });
    expect(compile("-source:training,evaluation").query).toEqual({
      $expr: { $not: [{ $or: [is("training"), is("evaluation")] }] },
    });
    expect(compile("source:live").problems[0]?.message).toMatch(
      /^no source named live; available: production, evaluation/,
    );
    expect(compile("source:~train").problems).toHaveLength(1);
  });

  it("joins two terms on one listed field by AND", () => {
    const { filter, query } = compile("thread:a thread:b");
    expect(filter.thread_ids).toEqual(["a"]);
    expect(query).toEqual({ $expr: { $eq: [{ $getField: "thread_id" }, { $literal: "b" }] } });
  });

  it("by status uses the service's names", () => {
    expect(compile("status:ok").query).toEqual({ $expr: status("success") });
    expect(compile("-status:error,running").query).toEqual({
      $expr: { $not: [{ $or: [status("error"), status("running")] }] },
    });
  });

  it('by latency compares milliseconds, and "less" is "not at least"', () => {
    const latency = { $convert: { input: { $getField: "summary.weave.latency_ms" }, to: "double" } };
    expect(compile("latency:>2s").query).toEqual({ $expr: { $gt: [latency, { $literal: 2000 }] } });
    expect(compile("latency:<1.5m").query).toEqual({ $expr: { $not: [{ $gte: [latency, { $literal: 90_000 }] }] } });
  });

  it("by tokens compares reported counts, and reads short numbers", () => {
    const total = { $getField: "summary.weave.total_tokens" };
    expect(compile("tokens:>10k").query).toEqual({ $expr: { $gt: [total, { $literal: 10_000 }] } });
    expect(compile("-tokens:<10").query).toEqual({
      $expr: { $not: [{ $not: [{ $gte: [total, { $literal: 10 }] }] }] },
    });
    expect(compile("tokens.cached:*").query).toEqual({
      $expr: { $not: [{ $eq: [{ $getField: "summary.weave.cached_tokens" }, { $literal: null }] }] },
    });
  });

  it("by model finds the name in the summary, or any tokens for the wildcard", () => {
    const summaryHolds = (part: string) => ({
      $contains: { input: { $getField: "summary" }, substr: { $literal: part } },
    });
    expect(compile("model:gpt-4.1").query).toEqual({ $expr: summaryHolds('"gpt-4.1"') });
    expect(compile("-model:*").query).toEqual({ $expr: { $not: [summaryHolds('_tokens"')] } });
    expect(compile("model:>3").problems).toHaveLength(1);
  });

  it("by a path compares text, or numbers for an order", () => {
    expect(compile('inputs.user:"mia li"').query).toEqual({
      $expr: { $eq: [{ $getField: "inputs.user" }, { $literal: "mia li" }] },
    });
    expect(compile("attributes.version:>=14").query).toEqual({
      $expr: { $gte: [{ $convert: { input: { $getField: "attributes.version" }, to: "double" } }, { $literal: 14 }] },
    });
    expect(compile("output.reward:*").query).toEqual({
      $expr: { $not: [{ $eq: [{ $getField: "output.reward" }, { $literal: "" }] }] },
    });
  });

  it("by free text searches inputs and outputs, ignoring case", () => {
    const match = (path: string) => ({
      $contains: { input: { $getField: path }, substr: { $literal: "refund" }, case_insensitive: true },
    });
    expect(compile("refund").query).toEqual({ $expr: { $or: [match("inputs"), match("output")] } });
  });

  it.each([
    ["tokens:many", /not a number of tokens/],
    ["cost:>1", /computed from prices .* tokens:>10k instead/],
    ["colour:red", /no field named colour/],
    ["status:odd", /no status named odd/],
    ["latency:soon", /not a duration/],
    ["latency:*", /takes a value/],
    ["started:>soon", /not a time/],
    ["op:>a", /numbers and times only/],
    ["inputs.n:>many", /compares numbers/],
    ['op:"open', /a quote is not closed/],
  ])("reports why %s is not supported, and matches no call", (query, message) => {
    const { problems, filter } = compile(`status:ok ${query}`);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toMatch(message);
    expect(filter.call_ids).toEqual([""]);
  });

  it("takes the user for the end user, for the user of the key only where a call names no end user", () => {
    const named = { $not: [{ $eq: [{ $getField: "end_user" }, { $literal: "" }] }] };
    const is = (path: string) => ({ $eq: [{ $getField: path }, { $literal: "mia" }] });
    expect(compile("user:mia")).toMatchObject({
      filter: {},
      query: { $expr: { $or: [is("end_user"), { $and: [is("svc_user_id"), { $not: [named] }] }] } },
    });
    expect(compile("user:*").query).toEqual({ $expr: named });
    expect(compile("key:mia")).toMatchObject({ filter: { svc_user_ids: ["mia"] }, query: undefined });
  });

  it.each([
    "op:a",
    "-op:a,b",
    "status:ok -status:error",
    "latency:<1s",
    "thread:* run:x",
    "hi inputs.a.0:1",
    "-user:u",
  ])("compiles %s to a request that the contract accepts", (query) => {
    const { filter, query: expression, problems } = compile(query);
    expect(problems).toEqual([]);
    expect(callsStreamQuery.safeParse({ project_id: "demo/airline", filter, query: expression }).success).toBe(true);
  });
});
