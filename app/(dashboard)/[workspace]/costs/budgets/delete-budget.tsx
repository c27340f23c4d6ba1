"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { callOperation } from "@/lib/api/client/service-client";
import type { BudgetStatus } from "@/lib/api/contract/costs/budgets";
import type { Workspace } from "@/lib/workspace/workspace";
import { budgetsQuery } from "./budgets-query";

type DeleteBudgetProps = { workspace: Workspace; budget: BudgetStatus; onClose: () => void };

/** Asks before a budget is deleted. */
export function DeleteBudget({ workspace, budget, onClose }: DeleteBudgetProps) {
  const queries = useQueryClient();
  const { connectionId, projectId } = workspace;
  const change = useMutation({
    mutationFn: () =>
      callOperation(connectionId, "budgets.delete", { body: { project_id: projectId, budget_id: budget.id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: budgetsQuery(workspace).queryKey });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${budget.settings.name}?`}
      description="It no longer blocks completions, and its warnings are deleted with it. This cannot be undone."
      action="Delete"
      change={change}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    />
  );
}
