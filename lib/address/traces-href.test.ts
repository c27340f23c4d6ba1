import { describe, expect, it } from "vitest";
import { allCallsHref, linkedSource, SLOWEST_FIRST, type TracesScope, tracesHref } from "./traces-href";

const scope: TracesScope = {
  slug: "airline",
  query: "user:ines",
  source: "production",
  areRootsOnly: false,
  range: { kind: "relative", text: "7d", durationMs: 604_800_000 },
};
const read = (href: string) => {
  const url = new URL(href, "http://heddle");
  return { path: url.pathname, ...Object.fromEntries(url.searchParams) };
};

describe("the traces that a chart mark links to", () => {
  it("have the filter, grain and range of the page", () => {
    expect(read(tracesHref(scope))).toEqual({ path: "/airline/traces", q: "user:ines", grain: "all", t: "7d" });
    expect(read(tracesHref({ ...scope, query: "", areRootsOnly: true, range: { kind: "all" } }))).toEqual({
      path: "/airline/traces",
      t: "all",
    });
  });

  it("add their own terms, time range and order; the end of a bucket belongs to the next one", () => {
    const startMs = Date.parse("2026-11-20T11:15:00Z");
    const href = tracesHref(scope, {
      terms: ['op:"two words"', "status:error"],
      span: { startMs, endMs: startMs + 900_000 },
      sort: SLOWEST_FIRST,
    });
    expect(read(href)).toEqual({
      path: "/airline/traces",
      q: 'user:ines op:"two words" status:error',
      grain: "all",
      from: "2026-11-20T11:15:00.000Z",
      to: "2026-11-20T11:29:59.999Z",
      sort: "-summary.weave.latency_ms",
    });
  });

  it("keep an open end of an absolute range open", () => {
    const range = { kind: "absolute", fromMs: 0, toMs: null } as const;
    expect(read(tracesHref({ ...scope, range }))).toEqual({
      path: "/airline/traces",
      q: "user:ines",
      grain: "all",
      from: "1970-01-01T00:00:00.000Z",
    });
  });

  it("come from the source of the figure, which an address without one means if it is production", () => {
    expect(read(tracesHref({ ...scope, source: "training" }))).toMatchObject({ source: "training" });
    expect(read(tracesHref({ ...scope, source: "all" }))).toMatchObject({ source: "all" });
    expect(read(tracesHref(scope))).not.toHaveProperty("source");
  });

  it("come from the same source on a service whose list may not have the switch", () => {
    const of = (knowsSources: boolean) => linkedSource({ knowsSources }, "op:chat", "training");
    expect(of(true)).toEqual({ query: "op:chat", source: "training" });
    expect(of(false)).toEqual({ query: "op:chat source:training", source: "all" });
  });

  it("are all that a filter selects where a link names certain calls", () => {
    expect(read(allCallsHref("airline", "run:a b"))).toEqual({
      path: "/airline/traces",
      q: "run:a b",
      grain: "all",
      t: "all",
      source: "all",
    });
  });
});
