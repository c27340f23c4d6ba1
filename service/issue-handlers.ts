import type { Handlers } from "@/service/handlers/handlers";
import type { Issues } from "@/service/issues/issues";
import { changeIssueHandler } from "@/service/operations/issues/issues-change";
import { deleteIssuesHandler } from "@/service/operations/issues/issues-delete";
import { listIssuesHandler } from "@/service/operations/issues/issues-list";
import { readIssueHandler } from "@/service/operations/issues/issues-read";

/** The handlers of issues. */
export function issueHandlers(issues: Issues) {
  return {
    "issues.list": listIssuesHandler(issues),
    "issues.read": readIssueHandler(issues),
    "issues.change": changeIssueHandler(issues),
    "issues.delete": deleteIssuesHandler(issues),
  } satisfies Partial<Handlers>;
}
