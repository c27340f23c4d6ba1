import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countedUsage, type UsageNode, type UsageReport } from "./counted-usage";

interface Given {
  /** The row of the call above. */
  readonly parent?: number;
  readonly report?: Partial<UsageReport>;
  readonly models?: readonly string[];
  readonly total?: number;
  readonly start?: number;
}

/** Which of these calls count, with all their models. */
function counted(...given: readonly Given[]): readonly number[] {
  const nodes = nodesOf(given);
  const { isCounted } = countedUsage(nodes, (row) => given[row]?.parent ?? -1);
  return nodes.flatMap(({ models }, row) =>
    models.length > 0 && models.every((one) => isCounted(row, one)) ? [row] : [],
  );
}

function nodesOf(given: readonly Given[]): readonly UsageNode[] {
  return given.map(({ report, models = ["m"], total = 10, start = 0 }, row): UsageNode => {
    const known = { isRequest: true, source: "s", response: "", answer: "a" };
    return { id: `${row}`, report: report ? { ...known, ...report } : null, models, total, start, end: start + 5 };
  });
}

const sum = { report: { isRequest: false } };

/** A call of an SDK that may be one request. */
const sdk = (report: Partial<UsageReport> = {}): Given => ({
  report: { isSdk: true, isRequest: false, source: "", ...report },
});

describe("the usage of a trace", () => {
  it("counts at a span that is not a request where nothing below has usage, whatever its model", () => {
    expect(counted({ ...sum, models: ["asked"] }, { parent: 0, report: {}, models: ["answered"] })).toEqual([1]);
    expect(counted({ ...sum, models: [""] }, { parent: 0, models: [] }, { parent: 1, report: {} })).toEqual([2]);
    expect(counted({ ...sum, models: [""] }, { parent: 0, models: [] })).toEqual([0]);
  });

  it("counts at a call of an SDK where nothing below has usage of the model, with or without its date", () => {
    expect(counted({ models: ["openai/gpt-4o"] }, { parent: 0, models: ["gpt-4o-2024-08-06"] })).toEqual([1]);
    expect(counted({ models: ["claude-x@20250514"] }, { parent: 0, models: ["claude-x-20250514"] })).toEqual([1]);
    expect(counted({ models: ["a"] }, { parent: 0, models: ["b"] })).toEqual([0, 1]);
    expect(counted({ models: ["a"] }, { parent: 0, report: {}, models: ["a"] })).toEqual([1]);
  });

  it("counts two requests of which one is below the other, in a tool", () => {
    expect(
      counted({ report: { answer: "a" } }, { parent: 0, models: [] }, { parent: 1, report: { answer: "b" } }),
    ).toEqual([0, 2]);
  });

  it("counts the report of a request with more tokens, of any number of them", () => {
    const reports = [8, 10, 9].map((total, at) => ({
      report: { source: `${at}`, response: "r", answer: `${at}` },
      total,
    }));
    expect(counted(...reports)).toEqual([1]);
    expect(counted({ report: { source: "x" } }, { report: { source: "y" }, total: 12 })).toEqual([1]);
  });

  it("does not take requests of one instrumentation, at other times or with other responses for one", () => {
    expect(counted({ report: {} }, { report: {} })).toEqual([0, 1]);
    expect(counted({ report: { source: "x" } }, { report: { source: "y" }, start: 6 })).toEqual([0, 1]);
    const responses = ["r", "t"].map((response) => ({ report: { source: response, response } }));
    expect(counted(...responses)).toEqual([0, 1]);
    expect(counted({ report: { response: "r" } }, { report: { response: "r" }, start: 6 })).toEqual([0, 1]);
  });

  it("counts the span of a request that a call of an SDK beside it reports too, whatever it says", () => {
    const op: Given = { ...sdk(), models: ["m"] };
    expect(counted(op, { ...sdk(), parent: 0 }, { parent: 0, report: { source: "x" } })).toEqual([2]);
    const response = "r";
    const beside = { parent: 0, report: { source: "x", response, answer: "b" }, total: 3 };
    expect(counted(op, { ...sdk({ response }), parent: 0, total: 90 }, beside)).toEqual([2]);
  });

  it("counts a call of an SDK and a span beside it where they are two requests", () => {
    const span = (report: Partial<UsageReport>, start = 0): Given => ({
      parent: 0,
      report: { source: "x", ...report },
      start,
    });
    const op: Given = { models: [] };
    const call = { ...sdk({ response: "r" }), parent: 0 };
    expect(counted(op, call, span({ response: "other" }))).toEqual([1, 2]);
    expect(counted(op, call, span({ answer: "b" }))).toEqual([1, 2]);
    expect(counted(op, call, span({}, 6))).toEqual([1, 2]);
    expect(counted(op, call, { ...call })).toEqual([1, 2]);
    expect(counted(op, { parent: 0 }, span({}))).toEqual([1, 2]);
  });

  it("does not depend on how many instrumentations report a request, where, and in which order", () => {
    const request = fc.record({
      tokens: fc.integer({ min: 1, max: 3 }),
      hasResponse: fc.boolean(),
      at: fc.constantFrom(0, 2, 20),
      byWeave: fc.boolean(),
      spans: fc.array(
        fc.record({
          knowsResponse: fc.boolean(),
          isInAgent: fc.boolean(),
          isBelowWeave: fc.boolean(),
          shift: fc.nat(3),
        }),
        { maxLength: 3 },
      ),
    });
    fc.assert(
      fc.property(fc.array(request, { maxLength: 4 }), fc.infiniteStream(fc.nat()), (requests, order) => {
        const reported = requests.filter(({ byWeave, spans }) => byWeave || spans.length > 0);
        const given = callsOf(reported).map((one) => ({ ...one, at: order.next().value }));
        const sorted = given.toSorted((left, right) => left.at - right.at);
        const nodes = sorted.map(({ node }) => node);
        const { isCounted } = countedUsage(nodes, (row) => nodes.findIndex(({ id }) => id === sorted[row]?.parent));
        const total = nodes
          .flatMap((node, row) => node.models.map((model) => (isCounted(row, model) ? node.total : 0)))
          .reduce((sum, tokens) => sum + tokens, 0);
        expect(total).toBe(reported.reduce((sum, { tokens }) => sum + tokens, 0));
      }),
      { numRuns: 300 },
    );
  });

  it("ends where parents form a cycle", () => {
    expect(counted({ parent: 1, models: ["a"] }, { parent: 0, models: ["b"] })).toEqual([0, 1]);
  });
});

interface DrawnRequest {
  readonly tokens: number;
  readonly hasResponse: boolean;
  readonly at: number;
  readonly byWeave: boolean;
  readonly spans: readonly {
    readonly knowsResponse: boolean;
    readonly isInAgent: boolean;
    readonly isBelowWeave: boolean;
    readonly shift: number;
  }[];
}

/**
 * An op of Weave with its requests, an agent in it, and the spans of the requests, each by an instrumentation of its own.
 * Answers of two requests are of different sizes where not every report knows its response.
 */
function callsOf(requests: readonly DrawnRequest[]): readonly { readonly node: UsageNode; readonly parent: string }[] {
  const node = (id: string, report: Partial<UsageReport> | null, total: number, start: number): UsageNode => {
    const models = total > 0 ? ["gpt"] : [];
    const known = { isRequest: true, source: "", response: "", answer: "" };
    return { id, report: report && { ...known, ...report }, models, total, start, end: start + 10 };
  };
  const byWeave = requests.filter((request) => request.byWeave).reduce((sum, { tokens }) => sum + tokens, 0);
  const calls = [
    { node: node("op", null, byWeave, 0), parent: "" },
    { node: node("agent", { isRequest: false }, 0, 0), parent: "op" },
  ];
  for (const [index, { tokens, hasResponse, at, spans, ...request }] of requests.entries()) {
    const answer = `answer ${index}`;
    const response = hasResponse ? `response ${index}` : "";
    const call = node(`call ${index}`, { isSdk: true, isRequest: false, response, answer }, tokens, at);
    if (request.byWeave) calls.push({ node: call, parent: "op" });
    for (const [which, span] of spans.entries()) {
      const report = { source: `source ${which}`, response: span.knowsResponse ? response : "", answer };
      const parent = span.isInAgent ? "agent" : span.isBelowWeave && request.byWeave ? call.id : "op";
      calls.push({ node: node(`${index} ${which}`, report, tokens, at + span.shift), parent });
    }
  }
  return calls;
}
