import { expect, it } from "vitest";
import { operations } from "@/lib/api/contract/operations";
import { compileSelection } from "@/lib/calls/calls-query";
import { issueCallsQuery } from "@/lib/calls/issue-calls-query";
import { ignoredText, issueTitle, shareText, shownIssues, watchHref } from "./issue-words";

const row = operations["issues.change"];
const issue = row.result.schema.parse({ ...row.example.result, state: "ongoing" });

it("selects the calls of an issue by its op and all of its pattern, whatever characters it has", () => {
  const odd = { kind: "exception" as const, op: "a b,c", pattern: `KeyError: "…" of '…' \\ ~ *, end` };
  const query = issueCallsQuery(odd);
  const {
    filter,
    query: expression,
    problems,
  } = compileSelection({
    ...{ projectId: "e/p", query, areRootsOnly: false, fromMs: null, toMs: null },
  });
  expect(problems).toEqual([]);
  expect(filter.op_names?.[0]).toBe(odd.op);
  expect(JSON.stringify(expression)).toContain(JSON.stringify({ $literal: odd.pattern }));
  expect(new URL(watchHref("w", odd), "http://x").searchParams.get("q")).toBe(query);
});

it("selects the calls of an issue of a score, and says that it is false", () => {
  const scored = { kind: "score" as const, op: "answer", pattern: "score.Close Enough.within@scorer" };
  const query = issueCallsQuery(scored);
  const { query: expression, problems } = compileSelection({
    ...{ projectId: "e/p", query, areRootsOnly: false, fromMs: null, toMs: null },
  });
  expect(problems).toEqual([]);
  const isFalse = { $eq: [{ $getField: scored.pattern }, { $literal: "false" }] };
  expect(JSON.stringify(expression)).toContain(JSON.stringify(isFalse));
  expect(issueTitle(scored)).toBe("Close Enough.within is false");
  expect(issueTitle({ ...scored, pattern: "score.tone@annotation" })).toBe("tone@annotation is false");
});

it("lists an issue under its state, and new ones also among the open ones", () => {
  const all = (["regressed", "new", "ongoing", "resolved", "ignored"] as const).map((state) => ({ ...issue, state }));
  const states = (view: "open" | "new" | "resolved" | "ignored") =>
    shownIssues(all, view, "").map(({ state }) => state);
  expect(states("open")).toEqual(["regressed", "new", "ongoing"]);
  expect(states("new")).toEqual(["new"]);
  expect(states("resolved")).toEqual(["resolved"]);
  expect(states("ignored")).toEqual(["ignored"]);
  expect(shownIssues([issue], "open", "TIMEOUT")).toHaveLength(1);
  expect(shownIssues([issue], "open", "search_fl")).toHaveLength(1);
  expect(shownIssues([issue], "open", "seat")).toHaveLength(0);
  expect(shownIssues([issue, { ...issue, pattern: "HTTP 429" }], "open", "rate limit")).toHaveLength(1);
});

it("never writes an unknown count as 0, nor a share of nothing", () => {
  expect(shareText(null, 10)).toEqual({ count: "–", share: "" });
  expect(shareText(0, 0)).toEqual({ count: "0", share: "" });
  expect(shareText(40, 390)).toEqual({ count: "40", share: "of 390, 10%" });
});

it("says when ignoring ends", () => {
  expect(ignoredText({ ignored_until: null, ignored_calls: 100 })).toBe("until 100 more calls");
  expect(ignoredText({ ignored_until: null, ignored_calls: null })).toBe("until it is reopened");
  const dated = { ignored_until: "2026-12-01T10:00:00Z", ignored_calls: null };
  expect(ignoredText(dated, Date.parse("2026-11-28T10:00:00Z"))).toMatch(/^until 1 Dec/);
  expect(ignoredText(dated, Date.parse("2026-12-01T09:00:00Z"))).toBe("until 10:00:00");
});
