import { describe, expect, it } from "vitest";
import { retentionSet } from "@/lib/api/contract/admin/retention";
import { deletedText, limitsOf, remainingText, retentionDraftOf } from "./prepare-retention";

const NOW_MS = Date.UTC(2026, 10, 20);
const PREVIEW = {
  calls: 12_400,
  traces: 1240,
  bytes: 31_000_000,
  before: "2026-10-03T00:00:00Z",
  oldest_remaining: "2026-10-03T09:30:00Z",
  remaining_bytes: 210_000_000,
};

describe("limits of a retention", () => {
  it("are typed in days and gigabytes, and are empty for no limit", () => {
    const limits = { project_id: "e/p", max_age_days: 30, max_bytes: 500_000_000 };
    const draft = retentionDraftOf(limits);
    expect(draft).toEqual({ max_age_days: "30", max_bytes: "0.5" });
    expect(limitsOf(draft, "e/p")).toEqual(limits);
    const none = { project_id: "e/p", max_age_days: null, max_bytes: null };
    expect(retentionDraftOf(none)).toEqual({ max_age_days: "", max_bytes: "" });
    expect(limitsOf({ max_age_days: " ", max_bytes: "" }, "e/p")).toEqual(none);
  });

  it.each([
    ["days", { max_age_days: "a week", max_bytes: "" }],
    ["days", { max_age_days: "0.5", max_bytes: "" }],
    ["days", { max_age_days: "0", max_bytes: "" }],
    ["size", { max_age_days: "", max_bytes: "big" }],
    ["size", { max_age_days: "", max_bytes: "0" }],
    ["size", { max_age_days: "", max_bytes: "-1" }],
  ])("are not accepted when the %s are %o", (_, draft) => {
    expect(retentionSet.safeParse(limitsOf(draft, "e/p")).success).toBe(false);
  });
});

describe("the preview of a retention", () => {
  it("says what is deleted and what remains", () => {
    expect(deletedText(PREVIEW, NOW_MS)).toBe(
      "12,400 calls of 1,240 traces, 31.0 MB, from before 3 Oct 00:00, will be deleted.",
    );
    expect(deletedText({ ...PREVIEW, calls: 1, traces: 1, before: null }, NOW_MS)).toBe(
      "1 call of 1 trace, 31.0 MB, will be deleted.",
    );
    expect(remainingText(PREVIEW, NOW_MS)).toBe("210.0 MB remain, the oldest call from 3 Oct 09:30.");
    expect(remainingText({ ...PREVIEW, oldest_remaining: null }, NOW_MS)).toBe("No calls remain.");
  });
});
