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
  const nodes = given.map(({ report, models = ["m"], total = 10, start = 0 }, row): UsageNode => {
    const known = { isRequest: true, source: "s", response: "", answer: "a" };
    return { id: `${row}`, report: report ? { ...known, ...report } : null, models, total, start, end: start + 5 };
  });
  const { isCounted } = countedUsage(nodes, (row) => given[row]?.parent ?? -1);
  return nodes.flatMap(({ models }, row) =>
    models.length > 0 && models.every((one) => isCounted(row, one)) ? [row] : [],
  );
}

const sum = { report: { isRequest: false } };

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

  it("ends where parents form a cycle", () => {
    expect(counted({ parent: 1, models: ["a"] }, { parent: 0, models: ["b"] })).toEqual([0, 1]);
  });
});
