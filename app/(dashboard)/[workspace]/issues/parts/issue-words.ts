import type { Issue, IssueEvent, IssueState } from "@/lib/api/contract/issues/issues";
import { issueCallsQuery } from "@/lib/calls/issue-calls-query";
import { refusalOf } from "@/lib/calls/refusal";
import { countOf, formatCount } from "@/lib/format/count";
import { formatShortShare } from "@/lib/format/share";
import { formatTime, parseTime } from "@/lib/format/time";
import { scoreLabel } from "@/lib/score/score-field";
import type { IssueView } from "./issue-views";

/** Names of watches are this long at most. */
const MAX_NAME_LENGTH = 128;

const VIEW_OF: Readonly<Record<IssueState, IssueView>> = {
  regressed: "open",
  new: "open",
  ongoing: "open",
  resolved: "resolved",
  ignored: "ignored",
};

/** The color of an issue's calls in charts. */
export const ISSUE_COLORS: Readonly<Record<IssueState, string>> = {
  regressed: "var(--err)",
  new: "var(--vat-6)",
  ongoing: "var(--vat-4)",
  resolved: "var(--ink-4)",
  ignored: "var(--ink-4)",
};

/** Returns what the exceptions have in common, or that they have no text; of a score that it is false, of answers their problem. */
export function issueTitle({ kind, pattern }: Pick<Issue, "kind" | "pattern">): string {
  if (kind === "score") return `${scoreLabel(pattern).replace(/@scorer$/, "")} is false`;
  if (kind === "answer") return `Answer is ${pattern}`;
  return pattern === "" ? "(no text)" : pattern;
}

/** Returns whether an issue is in a list. */
export const isInView = ({ state }: Pick<Issue, "state">, view: IssueView): boolean =>
  view === "new" ? state === "new" : VIEW_OF[state] === view;

/** Returns the issues of a list whose text, op or refusal contains what was searched. */
export function shownIssues(issues: readonly Issue[], view: IssueView, query: string): readonly Issue[] {
  const searched = query.trim().toLocaleLowerCase();
  const matches = (issue: Issue) =>
    `${issueTitle(issue)}\n${issue.op}\n${refusalOf(issue) ?? ""}`.toLocaleLowerCase().includes(searched);
  return issues.filter((issue) => isInView(issue, view) && matches(issue));
}

/** `83 calls, 40 users`; that they are not counted, where they are not. */
export function issueCounts({ call_count, user_count }: Pick<Issue, "call_count" | "user_count">): string {
  if (call_count === null) return "calls not counted";
  return [countOf(call_count, "call"), ...(user_count ? [countOf(user_count, "user")] : [])].join(", ");
}

/** `40 of 390, 10%`; the count alone where there is nothing to compare it with. */
export function shareText(count: number | null, total: number): { count: string; share: string } {
  if (count === null) return { count: "–", share: "" };
  return {
    count: formatCount(count),
    share: total === 0 ? "" : `of ${formatCount(total)}, ${formatShortShare(count / total)}`,
  };
}

/** When ignoring ends, seen at `nowMs`: `until 1 Dec 10:00`, `until 10:00` on that day, `until 100 more calls`. */
export function ignoredText(
  { ignored_until, ignored_calls }: Pick<Issue, "ignored_until" | "ignored_calls">,
  nowMs = Date.now(),
): string {
  if (ignored_calls !== null) return `until ${countOf(ignored_calls, "more call", "more calls")}`;
  if (ignored_until !== null) return `until ${formatTime(parseTime(ignored_until), nowMs)}`;
  return "until it is reopened";
}

/** Returns an event without who caused it. `name` is the name of a new owner. */
export function eventText({ kind, detail }: IssueEvent, name: string): string {
  if (kind === "appeared") return "first call";
  if (kind === "regressed") return detail === "" ? "regressed" : `regressed with ${detail}`;
  if (kind === "resolved") return detail === "" ? "resolved" : `resolved, last failed in ${detail}`;
  if (kind === "assigned") return detail === "" ? "owner removed" : `assigned to ${name}`;
  if (kind === "noted") return "note changed";
  return kind;
}

/** Returns the address of a new watch on the calls of an issue. */
export function watchHref(slug: string, issue: Pick<Issue, "kind" | "op" | "pattern">): string {
  const name = issueTitle(issue).slice(0, MAX_NAME_LENGTH);
  return `/${slug}/watches/edit?${new URLSearchParams({ name, q: issueCallsQuery(issue) })}`;
}
