// @vitest-environment jsdom
import { waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { useKeptTimeRange } from "./use-kept-time-range";
import { useVersionFigures } from "./use-version-figures";

afterEach(cleanPage);

const versions = [1, 0].map(
  (index): ObjectVersion => ({
    project_id: "demo/airline",
    object_id: "support",
    created_at: "2026-11-20T14:30:01Z",
    digest: `d${index}`,
    version_index: index,
    is_latest: 0,
    kind: "object",
  }),
);
const range = { kind: "all" } as const;
const support = { kind: "object", id: "support" } as const;

function open(answers: Answers) {
  const sent = answerRequests(answers);
  const { result } = renderOnPage(() => useVersionFigures(testWorkspace, support, versions, range), { props: {} });
  return { sent, result };
}

const latency = { p50: 2, p90: 2, p99: 2, mean: 2, max: 2 };
const usage = {
  requests: 1,
  prompt_tokens: 1,
  completion_tokens: 1,
  total_tokens: 2,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
};
const storage = { inputs: 0, output: 0, attributes: 0, summary: 0, total: 0 };
const figures = {
  call_count: 3,
  root_count: 3,
  error_count: 1,
  descendant_error_count: 0,
  running_count: 0,
  latency_ms: latency,
  usage,
  cost_usd: 0.1,
  prompt_cost_usd: 0.05,
  completion_cost_usd: 0.05,
  unpriced_tokens: 0,
  storage_bytes: storage,
};
const stats = {
  after: null,
  before: null,
  bucket_seconds: 60,
  totals: figures,
  buckets: [],
  previous: null,
  previous_buckets: null,
  groups: [{ by: "input_object.support", value_count: 1, other: null, values: [{ value: "d1", ...figures }] }],
};

describe("the figures of versions", () => {
  it("are read of all versions in one request", async () => {
    const { sent, result } = open({ "calls.stats": () => json(stats) });
    await waitFor(() => expect(result.current.table?.rows[0]?.figures).toMatchObject({ call_count: 3 }));
    expect(result.current.table?.rows[1]?.figures).toBeNull();
    expect(result.current).toMatchObject({ counts: null, failure: null });
    expect(sent.filter(({ operation }) => operation === "calls.stats")).toHaveLength(1);
    expect(sent.some(({ operation }) => operation === "calls.queryStats")).toBe(false);
  });

  it("are the numbers of calls where the service returns no figures", async () => {
    const { result } = open({
      "calls.queryStats": ({ body }) => json({ count: body.filter.input_refs[0].endsWith(":d1") ? 4 : 0 }),
    });
    await waitFor(() =>
      expect([...(result.current.counts ?? [])]).toEqual([
        ["d1", 4],
        ["d0", 0],
      ]),
    );
    expect(result.current).toMatchObject({ failure: null, table: { isUnused: true } });
  });

  it("fail with the reason of the service", async () => {
    const { result } = open({ "calls.stats": () => failed("upstream") });
    await waitFor(() => expect(result.current.failure).toMatchObject({ kind: "upstream" }));
    expect(result.current.table).toBeNull();
  });

  it("stay when only the scores cannot be read", async () => {
    const score = {
      name: "exact",
      source: "scorer",
      field: "score.exact",
      feedback_type: "wandb.runnable.exact",
      kind: "boolean",
      count: 1,
      number_count: 0,
      last_at: "2026-11-20T14:30:01Z",
      min: null,
      max: null,
      mean: null,
      true_count: 1,
      false_count: 0,
      values: [],
    };
    const { result } = open({
      "calls.stats": () => json(stats),
      "scores.list": () => json({ scores: [score], is_partial: false }),
      "scores.figures": () => failed("upstream"),
    });
    await waitFor(() => expect(result.current.scoresFailure).toMatchObject({ kind: "upstream" }));
    expect(result.current.table?.rows[0]?.figures).toMatchObject({ call_count: 3 });
  });
});

describe("the time range that was chosen last", () => {
  afterEach(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the page stores it
    document.cookie = "heddle-time=; max-age=0";
  });

  const addresses = (address: string) => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the page stores it
    document.cookie = `heddle-time=${encodeURIComponent("t=7d")}`;
    return renderOnPage(() => useKeptTimeRange(), { props: {}, address }).addresses;
  };

  it("is put into an address without one", async () => {
    const written = addresses("?tab=figures");
    await waitFor(() => expect(written.at(-1)?.get("t")).toBe("7d"));
  });

  it("does not replace the one in the address", () => {
    expect(addresses("?t=1h")).toEqual([]);
  });
});
