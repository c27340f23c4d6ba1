import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lastPieceStart, parseQuery, quoteText, quoteValue } from "./query-text";

const only = (query: string) => {
  const { terms, problems } = parseQuery(query);
  expect(problems).toEqual([]);
  expect(terms).toHaveLength(1);
  return terms[0];
};

describe("a query", () => {
  it("is terms joined by spaces, each with its position", () => {
    const { terms, problems } = parseQuery('op:chat  status:error "free text" -tokens:<10');
    expect(problems).toEqual([]);
    expect(terms.map(({ field, start }) => [field, start])).toEqual([
      ["op", 0],
      ["status", 9],
      [null, 22],
      ["tokens", 34],
    ]);
  });

  it.each([
    ["op:chat", { field: "op", operator: "=", values: ["chat"], isNegated: false }],
    ["-op:chat", { field: "op", isNegated: true }],
    ["op:a,b", { values: ["a", "b"] }],
    ["op:~cha", { operator: "~", values: ["cha"] }],
    ["latency:>2s", { operator: ">", values: ["2s"] }],
    ["latency:<=2s", { operator: "<=", values: ["2s"] }],
    ["thread:*", { isPresence: true, values: [] }],
    ['thread:"*"', { isPresence: false, values: ["*"] }],
    ['inputs.user:"mia li"', { field: "inputs.user", values: ["mia li"] }],
    ['op:"a,b",c', { values: ["a,b", "c"] }],
    ['name:"say \\"hi\\""', { values: ['say "hi"'] }],
    ["refund", { field: null, operator: "~", values: ["refund"] }],
    ["-", { field: null, values: ["-"], isNegated: false }],
    ['"a:b"', { field: null, values: ["a:b"] }],
    ["started:>2026-11-20T10:00", { field: "started", operator: ">", values: ["2026-11-20T10:00"] }],
  ])("reads %s", (query, term) => expect(only(query)).toMatchObject(term));

  it.each([
    ['op:"chat', "a quote is not closed"],
    ['"open\\', "a quote is not closed"],
    ["op:", "op: has no value"],
    ["latency:>", "latency: has no value"],
    [":x", "the field before the colon is missing"],
    ["latency:>1s,2s", "latency: > takes one value"],
  ])("reports the problem of %s", (query, message) => {
    expect(parseQuery(`ok:1 ${query}`)).toMatchObject({ problems: [{ message, start: 5 }], terms: [{ field: "ok" }] });
  });

  it.each([
    ["", 0],
    ["op:a", 0],
    ["op:a st", 5],
    ["op:a ", 5],
    ['op:a inputs.x:"two wo', 5],
    ['"a b" c', 6],
  ])("knows where the last piece of %j begins", (query, start) => expect(lastPieceStart(query)).toBe(start));

  it("never drops a piece: every word is in a term or a problem", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (query) => {
        const { terms, problems } = parseQuery(query);
        const stored = [...terms, ...problems].sort((a, b) => a.start - b.start).map(({ text }) => text);
        expect(stored.join("").replace(/\s/g, "")).toBe(query.replace(/\s/g, ""));
      }),
    );
  });

  it("reads back every value that was quoted", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), (value) => {
        expect(only(`name:${quoteValue(value)}`)).toMatchObject({ values: [value], operator: "=", isPresence: false });
        if (value !== "")
          expect(only(quoteText(value))).toMatchObject({ field: null, values: [value], isNegated: false });
      }),
    );
  });
});
