import { describe, expect, it } from "vitest";
import { itemsOf, lines } from "@/lib/import/testing/imported-text";

const SPAN = {
  name: "llm",
  "context.trace_id": "5b8efff798038103d269b633813fc60c",
  "context.span_id": "eee19b7ec3c1b174",
  span_kind: "LLM",
  parent_id: "",
  start_time: "2026-03-04 05:06:07.000001500",
  end_time: null,
  "attributes.llm.model_name": "gpt-4o",
};

const spansIn = (items: Awaited<ReturnType<typeof itemsOf>>) =>
  items
    .flatMap((item) => (item.kind === "item" ? (item.spans ?? []) : []))
    .flatMap(({ scopeSpans }) => scopeSpans ?? []);

describe("Phoenix", () => {
  it("a row of a data frame is a span with its attributes, its nanoseconds, and no end while it is open", async () => {
    expect(spansIn(await itemsOf(lines(SPAN)))[0]?.spans).toMatchObject([
      {
        spanId: "eee19b7ec3c1b174",
        startTimeUnixNano: "1772600767000001500",
        endTimeUnixNano: "0",
        attributes: [
          { key: "openinference.span.kind", value: { stringValue: "LLM" } },
          { key: "llm.model_name", value: { stringValue: "gpt-4o" } },
        ],
      },
    ]);
  });

  it("annotations of traces and sessions, and spans without ids, are skipped with their reason", async () => {
    const items = await itemsOf(
      lines(
        { id: "a", name: "good", annotator_kind: "CODE", result: { score: 1 }, trace_id: "t" },
        { ...SPAN, "context.span_id": "short" },
      ),
    );
    expect(items).toMatchObject([
      { kind: "skipped", reason: expect.stringContaining("is of a trace or a session") },
      { kind: "skipped", reason: "The span has no trace id or span id that can be read." },
    ]);
  });
});

describe("a collector's file", () => {
  it("of log records or metrics is skipped with its reason, not taken for something else", async () => {
    const items = await itemsOf(lines({ resourceLogs: [] }, { resourceMetrics: [] }, { resourceSpans: [] }));
    expect(items.map((item) => item.kind === "skipped" && item.reason)).toEqual([
      "Log records are not read; only spans are.",
      "Metrics are not read; only spans are.",
      "The line has no spans.",
    ]);
  });
});
