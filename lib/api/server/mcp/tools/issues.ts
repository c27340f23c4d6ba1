import { z } from "zod";
import type { Issue } from "@/lib/api/contract/issues/issues";
import { fitRows, oneLine } from "@/lib/api/server/mcp/answer/bounded-text";
import { textTable } from "@/lib/api/server/mcp/answer/text-table";
import { issueCallsQuery } from "@/lib/calls/issue-calls-query";
import { refusalOf } from "@/lib/calls/refusal";
import { resolveTimeRange } from "@/lib/filter/time-range";
import { formatCount } from "@/lib/format/count";
import { MISSING } from "@/lib/format/missing";
import {
  cutOutput,
  footText,
  rangeInputs,
  rangeOf,
  rangeOutput,
  rangeText,
  readRange,
  workspaceInput,
} from "./shared-input";
import { defineTool } from "./tool";
import { needing } from "./unsupported";

const MAX_PATTERN_LENGTH = 300;

/** What the pattern of an issue says, by its kind. */
const MEANINGS: Readonly<Record<string, (pattern: string) => string>> = {
  score: (pattern) => `${pattern} is false`,
  answer: (pattern) => `answer is ${pattern}`,
};

const states = ["open", "new", "ongoing", "regressed", "resolved", "ignored", "all"] as const;

const issueRow = z.object({
  state: z.string(),
  kind: z.string().describe("exception; score: one that is false; answer: of a model, truncated or empty."),
  op: z.string(),
  pattern: z
    .string()
    .describe("True of all its calls; … replaces numbers, ids and quoted values. Of a score its field."),
  refused: z.string().nullable().describe("Why a provider refused its calls, where the pattern says it."),
  calls: z.number().int().nullable().describe("In the range; null where they were not counted."),
  users: z.number().int().nullable(),
  first_at: z.string(),
  last_at: z.string(),
  regressed_release: z.string(),
  query: z.string().describe("Selects exactly its calls in find_calls and figures."),
});

function rowOf(issue: Issue): z.infer<typeof issueRow> {
  return {
    state: issue.state,
    kind: issue.kind,
    op: issue.op,
    pattern: oneLine(issue.pattern, MAX_PATTERN_LENGTH),
    refused: refusalOf(issue),
    calls: issue.call_count,
    users: issue.user_count,
    first_at: issue.first_at,
    last_at: issue.last_at,
    regressed_release: issue.regressed_release,
    query: issueCallsQuery(issue),
  };
}

const isOf = ({ state }: Issue, wanted: (typeof states)[number]): boolean =>
  wanted === "all" || state === wanted || (wanted === "open" && state !== "resolved" && state !== "ignored");

export const issuesTool = defineTool({
  name: "issues",
  title: "Issues",
  description:
    "Lists the ways in which calls fail again and again, with their state (new, ongoing, regressed after it was resolved, resolved, ignored), calls and users in a range, and the query of exactly their calls. What is new or back comes before what people know.",
  input: z.strictObject({
    workspace: workspaceInput,
    state: z.enum(states).default("open").describe("open: new, ongoing and regressed."),
    ...rangeInputs,
    limit: z.number().int().min(1).max(200).default(20),
  }),
  output: z.object({ issues: z.array(issueRow), range: rangeOutput, url: z.string(), cut: cutOutput }),
  operations: ["issues.list"],
  run: async ({ state, limit, ...input }, reader) => {
    const { service, projectId, slug, pageUrl } = await reader.open(input.workspace);
    const bounds = resolveTimeRange(readRange(input, "7d"), Date.now());
    const { since: after, until: before } = rangeOf(bounds);
    const body = { project_id: projectId, after, before };
    const instead = "figures lists what failed calls say.";
    const list = await needing("issues.list", instead, service.call("issues.list", { body }));
    const matching = list.issues.filter((issue) => isOf(issue, state));
    const { rows } = fitRows(matching.slice(0, limit).map(rowOf));
    const left = matching.length - rows.length;
    const cut = [
      ...(left > 0 ? [`${formatCount(left)} more issues: pass a larger limit, or state.`] : []),
      ...(list.is_cut ? ["There are more issues than are listed or counted: narrow the range."] : []),
    ];
    const url = pageUrl(`/${slug}/issues`);
    const columns = [{ name: "state" }, { name: "calls", isNumber: true }, { name: "users", isNumber: true }];
    const cells = rows.map((row) => [
      row.state,
      row.calls === null ? MISSING : formatCount(row.calls),
      row.users === null ? MISSING : formatCount(row.users),
      row.last_at,
      row.op,
      MEANINGS[row.kind]?.(row.pattern) ?? row.pattern,
    ]);
    const table = textTable([...columns, { name: "last" }, { name: "op" }, { name: "pattern" }], cells);
    const text = `Issues, ${rangeText(bounds)}\n${rows.length === 0 ? "No issues match." : table}${footText(cut, url)}`;
    return { text, data: { issues: [...rows], range: rangeOf(bounds), url, cut } };
  },
});
