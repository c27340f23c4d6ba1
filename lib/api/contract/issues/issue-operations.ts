import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import {
  issue,
  issueById,
  issueChange,
  issueDetail,
  issuesDelete,
  issuesDeleted,
  issuesList,
  issuesOfProject,
} from "./issues";

const PROJECT_ID = "demo/airline";
const ISSUE_ID = "019aa1c0-2f6e-7d0e-8c55-6a1d3f0a7b32";
const [FIRST, LAST] = ["2026-11-19T14:33:00Z", "2026-11-20T11:20:00Z"];

const ISSUE = {
  id: ISSUE_ID,
  kind: "exception" as const,
  op: "search_flights",
  pattern: "TimeoutError: … did not answer within … s",
  state: "ongoing" as const,
  first_at: FIRST,
  last_at: LAST,
  changed_at: null,
  regressed_at: null,
  regressed_release: "",
  ignored_until: null,
  ignored_calls: null,
  owner: null,
  note: "",
  call_count: 83,
  user_count: 40,
  thread_count: 61,
  part_counts: [20, 63],
};

const BY_ID = { project_id: PROJECT_ID, issue_id: ISSUE_ID };

/** Issues: calls that fail in one way, with a state. */
export const issueOperations = {
  "issues.list": defineOperation({
    id: "issues.list",
    title: "Issues",
    summary: "Lists the issues of a project with their states, and counts their calls in a range.",
    path: "/issues/list",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: issuesOfProject },
    result: { kind: "json", schema: issuesList },
    standing: "extension",
    gaps: ["issues"],
    example: {
      body: { project_id: PROJECT_ID },
      result: {
        issues: [ISSUE],
        is_cut: false,
        call_count: 16_004,
        error_count: 83,
        user_count: 614,
        thread_count: 1204,
        judged_at: LAST,
      },
    },
  }),
  "issues.read": defineOperation({
    id: "issues.read",
    title: "An issue",
    summary: "Returns an issue with its releases, users, examples and history.",
    path: "/issues/read",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: issueById },
    result: { kind: "json", schema: issueDetail },
    standing: "extension",
    gaps: ["issues"],
    example: {
      body: BY_ID,
      result: {
        ...ISSUE,
        op_call_count: 1104,
        op_user_count: 390,
        op_thread_count: 702,
        releases: [{ release: "v13", call_count: 83, op_call_count: 640, first_at: FIRST, last_at: LAST }],
        marked_releases: [{ release: "v13", at: FIRST }],
        users: [{ user: "amir_haddad_2093", call_count: 11 }],
        examples: [
          {
            id: "c1",
            trace_id: "t1",
            started_at: LAST,
            message: "TimeoutError: H9ZU1C did not answer within 10 s",
            user: "amir_haddad_2093",
            release: "v13",
          },
        ],
        common: [{ field: "attributes.env", value: "prod", call_count: 80, other_count: 190, is_within_noise: false }],
        compared_call_count: 83,
        compared_other_count: 500,
        events: [{ kind: "appeared", at: FIRST, user_id: null, detail: "" }],
      },
    },
  }),
  "issues.change": defineOperation({
    id: "issues.change",
    title: "Change an issue",
    summary: "Resolves, reopens, ignores or assigns an issue, or sets its note.",
    path: "/issues/change",
    auth: "basic",
    effect: "write",
    body: { kind: "json", schema: issueChange },
    result: { kind: "json", schema: issue },
    standing: "extension",
    gaps: ["issues"],
    example: {
      body: { ...BY_ID, action: { kind: "resolve" } },
      result: {
        ...ISSUE,
        state: "resolved",
        changed_at: LAST,
        call_count: null,
        user_count: null,
        thread_count: null,
        part_counts: [],
      },
    },
  }),
  "issues.delete": defineOperation({
    id: "issues.delete",
    title: "Delete issues",
    summary: "Deletes issues with their history. A new call of its kind makes an issue again.",
    path: "/issues/delete",
    auth: "basic",
    effect: "write",
    scope: "admin",
    body: { kind: "json", schema: issuesDelete },
    result: { kind: "json", schema: issuesDeleted },
    standing: "extension",
    gaps: ["issues"],
    example: { body: { project_id: PROJECT_ID, issue_ids: [ISSUE_ID] }, result: { deleted: 1 } },
  }),
};
