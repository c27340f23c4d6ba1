import { describe, expect, it } from "vitest";
import type { AuditLeftOut, AuditSummary } from "@/lib/api/contract/costs/cost-audit";
import { auditBody, auditFindings, auditValueText, auditVerdict, placeText } from "./prepare-audit";

const summary = (rest: Partial<AuditSummary> = {}): AuditSummary => ({
  ...{ kind: "summary", after: "2026-11-20T10:00:00Z", before: "2026-11-20T11:00:00Z", bucket_seconds: 3600 },
  ...{
    checked_calls: 1200,
    usage_call_count: 9,
    counted_call_count: 8,
    shown_from: "calls",
    are_rollups_checked: true,
  },
  ...{ recomputed: { total_tokens: 10, cost_usd: 1 }, shown: { total_tokens: 10, cost_usd: 1 } },
  ...{ changed_bucket_count: 0, difference_counts: { call: 0, figures: 0, rollups: 0 }, incomplete_reason: null },
  left_out_counts: { reported_below: 0, reported_twice: 0, no_price: 3, cost_differs: 0 },
  ...rest,
});

const leftOut: AuditLeftOut = {
  kind: "left_out",
  reason: "no_price",
  ...{ call_id: "c", trace_id: "t", model: "m", total_tokens: 5 },
};

describe("an audit", () => {
  it("asks for the range of the page, whose relative end is now", () => {
    const nowMs = Date.parse("2026-11-20T12:00:00Z");
    expect(auditBody("e/p", { kind: "relative", text: "1h", durationMs: 3_600_000 }, nowMs)).toEqual({
      ...{ project_id: "e/p", after: "2026-11-20T11:00:00.000Z", before: "2026-11-20T12:00:00.000Z" },
    });
    expect(auditBody("e/p", { kind: "all" }, nowMs)).toEqual({ project_id: "e/p", after: null, before: null });
  });

  it("has the newest progress, and the calls of each reason with the number of all", () => {
    const progress = { kind: "progress", checked_calls: 5000, call_count: 9000 } as const;
    expect(auditFindings([progress, leftOut])).toMatchObject({ checkedCalls: 5000, callCount: 9000, summary: null });
    expect(auditFindings([progress, leftOut, summary()])).toMatchObject({
      checkedCalls: 1200,
      leftOut: [{ reason: "no_price", count: 3, lines: [leftOut] }],
    });
  });

  it("ends with one sentence: what was compared, what differs, or why nothing can be said", () => {
    expect(auditVerdict(summary())).toEqual({
      tone: "ok",
      text: "No differences: 1,200 calls recomputed, compared by model and hour.",
    });
    expect(auditVerdict(summary({ difference_counts: { call: 1, figures: 4, rollups: 0 } }))).toMatchObject({
      ...{ tone: "err", text: "5 differences found; 1,200 calls recomputed." },
    });
    expect(auditVerdict(summary({ incomplete_reason: "Too many." }))).toEqual({
      tone: "warn",
      text: "The sums were not compared. Too many.",
    });
    expect(auditVerdict(summary({ changed_bucket_count: 1, bucket_seconds: 604_800 }))).toEqual({
      tone: "warn",
      text: "No differences: 1,200 calls recomputed, compared by model and 7 days. 1 sum changed while calls were read, and could not be compared.",
    });
  });

  it("names the place of a difference, and its values with the digits that decide", () => {
    const difference = { kind: "difference", model: "m", value: "cost_usd", shown: 1, recomputed: 2 } as const;
    expect(placeText({ ...difference, place: "call", call_id: "c" }, 3600)).toBe("Stored with the call");
    const day = { ...difference, place: "rollups", bucket: "2026-11-20T00:00:00Z" } as const;
    expect(placeText(day, 86_400)).toMatch(/^Kept for .*20/);
    expect(auditValueText("cost_usd", 0.0000000125)).toBe("$0.000000013");
    expect(auditValueText("total_tokens", 1234567)).toBe("1,234,567");
    expect(auditValueText("reported_by", "request")).toBe("request");
    expect(auditValueText("total_tokens", null)).toBe("nothing");
  });
});
