"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callOperation } from "@/lib/api/client/service-client";
import type { Issue, IssueAction } from "@/lib/api/contract/issues/issues";
import type { Workspace } from "@/lib/workspace/workspace";

/** Changes an issue, and shows the list and the issue as they are then. */
export function useIssueChange(issue: Pick<Issue, "id">, { connectionId, projectId }: Workspace) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (action: IssueAction) =>
      callOperation(connectionId, "issues.change", { body: { project_id: projectId, issue_id: issue.id, action } }),
    onSuccess: () =>
      Promise.all(
        ["issues.list", "issues.read"].map((operation) =>
          queries.invalidateQueries({ queryKey: ["service", connectionId, operation] }),
        ),
      ),
  });
}

export type IssueChange = ReturnType<typeof useIssueChange>;
