"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { budgetsQuery } from "@/app/(dashboard)/[workspace]/costs/budgets/budgets-query";
import { BudgetsTable } from "@/app/(dashboard)/[workspace]/costs/budgets/budgets-table";
import { openedLater } from "@/components/dialog/opened-later";
import { useHasRole } from "@/components/session/use-role";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { Button } from "@/components/ui/button";
import { PageFoot } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import type { BudgetStatus } from "@/lib/api/contract/costs/budgets";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { CostsHead, type CostsViewName } from "./costs-head";

const BudgetDialog = openedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/costs/budgets/budget-dialog")).BudgetDialog,
);
const DeleteBudget = openedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/costs/budgets/delete-budget")).DeleteBudget,
);

const REFRESH_MS = 60_000;

type Opened =
  | { readonly kind: "edit"; readonly budget: BudgetStatus | null }
  | { readonly kind: "delete"; readonly budget: BudgetStatus };

type BudgetsPanelProps = {
  workspace: Workspace;
  /** The budget that the address names. */
  chosen: string | null;
  onViewChange: (view: CostsViewName) => void;
};

/** The budgets of a workspace. Everybody sees them; admins change them. */
export function BudgetsPanel({ workspace, chosen, onViewChange }: BudgetsPanelProps) {
  const isAdmin = useHasRole("admin") === true;
  const [opened, setOpened] = useState<Opened | null>(null);
  const list = useQuery({
    ...budgetsQuery(workspace),
    refetchInterval: ({ state: { error } }) => (error === null ? REFRESH_MS : false),
  });
  const budgets = list.data?.budgets ?? [];
  const failure = list.error ? failureOf(list.error) : null;
  const create = isAdmin ? (
    <Button size="small" onClick={() => setOpened({ kind: "edit", budget: null })}>
      <Plus size={13} strokeWidth={1.7} aria-hidden="true" />
      New budget
    </Button>
  ) : null;
  const body = () => {
    if (failure?.kind === "unsupported") {
      return (
        <UnsupportedState
          connectionName={workspace.connectionName}
          what="budgets"
          operation="budgets.list"
          onRetry={() => void list.refetch()}
        >
          . The spend is still shown under Spend.
        </UnsupportedState>
      );
    }
    if (failure && budgets.length === 0)
      return <FailureState failure={failure} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />;
    if (list.isPending) return null;
    if (budgets.length === 0) {
      return (
        <PaneState kind="empty" title="No budget yet" actions={create}>
          A budget limits the spend of the project, a model, a key or an end user by day or month. It warns before the
          limit and blocks completions at it.
          {isAdmin ? "" : " Creating one needs the admin role."}
        </PaneState>
      );
    }
    return (
      <BudgetsTable
        budgets={budgets}
        isAdmin={isAdmin}
        chosen={chosen}
        onEdit={(budget) => setOpened({ kind: "edit", budget })}
        onDelete={(budget) => setOpened({ kind: "delete", budget })}
      />
    );
  };
  return (
    <>
      <CostsHead view="budgets" onViewChange={onViewChange}>
        {budgets.length > 0 ? create : null}
      </CostsHead>
      {list.isPending ? <ProgressBar label="Loading budgets" /> : null}
      {body()}
      <PageFoot>
        <span>{countOf(budgets.length, "budget")}</span>
        <span className="truncate max-md:hidden">
          all calls count by the prices of Costs; a mark is the expected end of the period, hatched its 95% interval
        </span>
        {failure && budgets.length > 0 ? <span className="text-warn">could not refresh: {failure.message}</span> : null}
      </PageFoot>
      {opened?.kind === "edit" ? (
        <BudgetDialog workspace={workspace} budget={opened.budget} onClose={() => setOpened(null)} />
      ) : null}
      {opened?.kind === "delete" ? (
        <DeleteBudget workspace={workspace} budget={opened.budget} onClose={() => setOpened(null)} />
      ) : null}
    </>
  );
}
