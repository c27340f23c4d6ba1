import { describe, expect, it } from "vitest";
import { type CallFigures, type CallsFiguresResult, callsFigures } from "@/lib/api/contract/calls/call-stats";
import { readTimeRange } from "@/lib/filter/time-range";
import { countedSpend, prepareSpend, spendBody, spentOn, unpricedModels } from "./prepare-spend";

function figures(costUsd: number | null, tokensIn: number, unpriced = 0, calls = 1): CallFigures {
  return {
    call_count: calls,
    root_count: calls,
    error_count: 0,
    descendant_error_count: 0,
    running_count: 0,
    latency_ms: null,
    usage: {
      requests: calls,
      prompt_tokens: tokensIn,
      completion_tokens: 10,
      total_tokens: tokensIn === 0 ? 0 : tokensIn + 10,
      cache_read_input_tokens: 5,
      cache_creation_input_tokens: 0,
    },
    cost_usd: costUsd,
    prompt_cost_usd: costUsd,
    completion_cost_usd: costUsd === null ? null : 0,
    unpriced_tokens: unpriced,
    storage_bytes: { inputs: 0, output: 0, attributes: 0, summary: 0, total: 0 },
  };
}

function answer(more: Partial<CallsFiguresResult>): CallsFiguresResult {
  return {
    after: null,
    before: null,
    bucket_seconds: 86_400,
    totals: figures(10, 300),
    buckets: [],
    previous: null,
    previous_buckets: null,
    groups: [],
    ...more,
  };
}

const range = readTimeRange({ t: "24h", from: null, to: null });
const place = { slug: "airline", query: "", source: "production", areRootsOnly: false, range } as const;
const NOW = Date.parse("2026-11-20T12:00:00Z");

describe("the spend request", () => {
  it("asks for the calls of one source, and leads to their traces", () => {
    const range = { kind: "relative", text: "1h", durationMs: 3_600_000 } as const;
    const question = { projectId: "e/p", name: "model", range, source: "training" } as const;
    expect(spendBody(question, NOW).query).toEqual({
      $expr: { $eq: [{ $getField: "source" }, { $literal: "training" }] },
    });
    const { project_id, after, before } = spendBody(question, NOW);
    expect(countedSpend(question, NOW)).toEqual({ project_id, after, before });
  });

  it("groups by the chosen field, or by day, in the range of the page", () => {
    expect(spendBody({ projectId: "e/p", name: "key", range, source: "all" }, NOW)).toEqual({
      project_id: "e/p",
      after: "2026-11-19T12:00:00.000Z",
      before: "2026-11-20T12:00:00.000Z",
      groups: [{ by: "svc_user_id", limit: 200 }],
    });
    expect(spendBody({ projectId: "e/p", name: "day", range: { kind: "all" }, source: "all" }, NOW)).toEqual({
      project_id: "e/p",
      after: null,
      before: null,
      bucket_seconds: 86_400,
    });
    for (const name of ["model", "op", "user", "key", "thread", "day"] as const) {
      expect(callsFigures.safeParse(spendBody({ projectId: "e/p", name, range, source: "all" }, NOW)).success).toBe(
        true,
      );
    }
  });
});

describe("the spend", () => {
  const byModel = answer({
    groups: [
      {
        by: "model",
        value_count: 6,
        values: [
          { value: "cheap", ...figures(2, 100) },
          { value: "own", ...figures(null, 50, 60) },
          { value: "dear", ...figures(8, 100) },
          { value: null, ...figures(null, 0) },
        ],
        other: figures(null, 40, 7),
      },
    ],
  });

  it("has the most expensive first, then values without a price, then the rest together", () => {
    const { rows, total } = prepareSpend(byModel, "model", place);
    expect(rows.map(({ label, costUsd, share }) => [label, costUsd, share])).toEqual([
      ["dear", 8, 0.8],
      ["cheap", 2, 0.2],
      ["own", null, null],
      ["2 more", null, null],
    ]);
    expect(total.costUsd).toBe(10);
    expect(rows[0]).toMatchObject({ tokensIn: 100, tokensCached: 5, tokensOut: 10, requests: 1 });
  });

  it("links to the traces of each row, in the same range", () => {
    const { rows } = prepareSpend(byModel, "model", place);
    expect(rows[0]?.href).toBe("/airline/traces?q=model%3Adear&grain=all&t=24h");
    expect(rows.at(-1)?.href).toBeNull();
    const threads = answer({
      groups: [{ by: "thread_id", value_count: 1, values: [{ value: "t 1", ...figures(1, 9) }], other: null }],
    });
    expect(decodeURIComponent(prepareSpend(threads, "thread", place).rows[0]?.href ?? "")).toContain('q=thread:"t+1"');
  });

  it("names users of keys with an account, and links to their traces by id", () => {
    const values = [
      { value: "u1", ...figures(3, 9) },
      { value: "u2", ...figures(2, 9) },
      { value: null, ...figures(1, 9) },
    ];
    const users = answer({ groups: [{ by: "svc_user_id", value_count: 3, values, other: null }] });
    const { rows } = prepareSpend(users, "key", place, new Map([["u1", "Ines"]]));
    expect(rows.map(({ label }) => label)).toEqual(["Ines", "u2", "no key"]);
    expect(rows[0]?.href).toContain("q=key%3Au1");
  });

  it("is available for a model that was called, and zero for one that was not, unless it may be in the rest", () => {
    const spend = prepareSpend(byModel, "model", place);
    expect([spentOn(spend, "dear"), spentOn(spend, "own"), spentOn(spend, "absent")]).toEqual([8, null, null]);
    const complete = { ...spend, rows: spend.rows.filter(({ key }) => key !== "other") };
    expect(spentOn(complete, "absent")).toBe(0);
  });

  it("lists the models without a price, those with most tokens first", () => {
    expect(unpricedModels(prepareSpend(byModel, "model", place))).toEqual([{ model: "own", tokens: 60 }]);
  });

  it("is by day from the newest, without days without calls", () => {
    const days = answer({
      buckets: [
        { start: "2026-11-18T00:00:00Z", ...figures(1, 10) },
        { start: "2026-11-19T00:00:00Z", ...figures(null, 0, 0, 0) },
        { start: "2026-11-20T00:00:00Z", ...figures(9, 10) },
      ],
    });
    const { rows } = prepareSpend(days, "day", place);
    expect(rows.map(({ label, share }) => [label, share])).toEqual([
      ["20 Nov 2026", 0.9],
      ["18 Nov 2026", 0.1],
    ]);
    expect(rows[0]?.href).toContain("from=2026-11-20T00%3A00%3A00.000Z&to=2026-11-20T23%3A59%3A59.999Z");
  });
});
