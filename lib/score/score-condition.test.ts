import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileSelection } from "@/lib/calls/calls-query";
import { parseQuery, quoteField } from "@/lib/filter/query-text";
import { isScoreField } from "./score-field";
import { scoreTerm } from "./score-text";

const base = { projectId: "e/p", areRootsOnly: false, fromMs: null, toMs: null };
const compile = (query: string) => compileSelection({ ...base, query });
const reward = { $getField: "score.reward" };

describe("a term about a score", () => {
  it.each([
    ["score.reward:>0.5", { $gt: [reward, { $literal: 0.5 }] }],
    ["score.reward:>=-1", { $gte: [reward, { $literal: -1 }] }],
    ["score.reward:<1", { $lt: [reward, { $literal: 1 }] }],
    ["score.reward:<=1e-3", { $lte: [reward, { $literal: 0.001 }] }],
    ["score.reward:0", { $eq: [reward, { $literal: 0 }] }],
    ["score.reward:false", { $eq: [reward, { $literal: "false" }] }],
    ['score.reward:"very good"', { $eq: [reward, { $literal: "very good" }] }],
    ["score.reward:good,0.5", { $or: [{ $eq: [reward, { $literal: "good" }] }, { $eq: [reward, { $literal: 0.5 }] }] }],
    ["score.reward:~goo", { $contains: { input: reward, substr: { $literal: "goo" }, case_insensitive: true } }],
    ["score.reward:*", { $not: [{ $eq: [reward, { $literal: null }] }] }],
    ["-score.reward:*", { $not: [{ $not: [{ $eq: [reward, { $literal: null }] }] }] }],
  ])("%s compares the score itself", (query, expression) => {
    expect(compile(query)).toEqual({ filter: {}, query: { $expr: expression }, problems: [] });
  });

  it("keeps the source that tells two scores of one name apart", () => {
    expect(compile("score.reward@annotation:4").query).toEqual({
      $expr: { $eq: [{ $getField: "score.reward@annotation" }, { $literal: 4 }] },
    });
  });

  it("says why an order needs a number", () => {
    expect(compile("score.reward:>good").problems).toMatchObject([{ message: expect.stringMatching(/not a number/) }]);
  });

  it("written for a value reads back as the same field and value", () => {
    const names = fc
      .string({ minLength: 1, maxLength: 20, unit: "grapheme" })
      .filter((name) => isScoreField(`score.${name}`));
    const values = fc.oneof(
      fc.boolean(),
      fc.string({ minLength: 1, maxLength: 20 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    );
    fc.assert(
      fc.property(names, values, (name, value) => {
        const { terms, problems } = parseQuery(scoreTerm(`score.${name}`, value));
        expect(problems).toEqual([]);
        expect(terms).toMatchObject([
          { field: `score.${name}`, values: [String(value)], operator: "=", isPresence: false },
        ]);
      }),
    );
  });

  it("of any readable name is compiled, also negated", () => {
    const names = fc.string({ minLength: 1, maxLength: 20 }).filter((name) => isScoreField(`score.${name}`));
    fc.assert(
      fc.property(names, fc.boolean(), (name, isNegated) => {
        const { problems, query } = compile(`${isNegated ? "-" : ""}${quoteField(`score.${name}`)}:>0.5`);
        expect(problems).toEqual([]);
        const compared = { $gt: [{ $getField: `score.${name}` }, { $literal: 0.5 }] };
        expect(query).toEqual({ $expr: isNegated ? { $not: [compared] } : compared });
      }),
    );
  });
});
