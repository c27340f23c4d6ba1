"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { budgetsQuery } from "@/app/(dashboard)/[workspace]/costs/budgets/budgets-query";
import { priceRecordsQuery } from "@/app/(dashboard)/[workspace]/costs/prices/use-costs";
import { countedSpend } from "@/app/(dashboard)/[workspace]/costs/spend/prepare-spend";
import { spendQuery } from "@/app/(dashboard)/[workspace]/costs/spend/use-spend";
import { useTimeRange } from "@/components/address/use-time-range";
import { openedLater } from "@/components/dialog/opened-later";
import { useRequestAhead } from "@/components/session/use-request-ahead";
import { useHasRole } from "@/components/session/use-role";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { refusesSource } from "@/components/source/refuses-source";
import { SourceSwitch } from "@/components/source/source-switch";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { failureOf } from "@/lib/api/client/request-failure";
import type { SourceChoice } from "@/lib/calls/source-choice";
import type { Workspace } from "@/lib/workspace/workspace";
import { CostsHead } from "./costs-head";
import { PricesPanel } from "./prices-panel";
import { costsParams, costsViewOf } from "./search-params";

const SpendPanel = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/costs/spend/spend-panel")).SpendPanel,
);

const BudgetsPanel = partLoadedLater(async () => (await import("./budgets-panel")).BudgetsPanel);

const AddPrice = openedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/costs/new-prices/add-price")).AddPrice,
);

const AuditDialog = openedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/costs/audit/audit-dialog")).AuditDialog,
);

/** The prices of a workspace's project, the costs of its calls, and their limits. */
export function CostsView() {
  const [params] = useQueryStates(costsParams);
  const [view, by] = [costsViewOf(params), params.by];
  const source = view === "spend" ? params.source : "all";
  const { range } = useTimeRange();
  useRequestAhead((workspace, queries) => {
    if (view === "budgets") return void queries.prefetchQuery(budgetsQuery(workspace));
    void queries.prefetchQuery(spendQuery(workspace, { name: view === "spend" ? by : "model", range, source }));
    if (view === "prices") void queries.prefetchQuery(priceRecordsQuery(workspace));
  });
  return <WorkspaceGate>{(workspace) => <Costs key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function Costs({ workspace }: { workspace: Workspace }) {
  const isMember = useHasRole("member");
  const [params, setParams] = useQueryStates(costsParams, { history: "push" });
  const { range } = useTimeRange();
  // Services of earlier versions do not know where calls come from.
  const [lacksSources, setLacksSources] = useState(false);
  const source = lacksSources ? "all" : params.source;
  const asked = { name: params.by, range, source };
  const { error } = useQuery({ ...spendQuery(workspace, asked), enabled: false });
  if (!lacksSources && error !== null && refusesSource(failureOf(error))) setLacksSources(true);
  // It stays known while the prices ask again for the spend of their models.
  const [lacksSpend, setLacksSpend] = useState(false);
  if (!lacksSpend && error !== null && failureOf(error).kind === "unsupported") setLacksSpend(true);
  const view = costsViewOf(params, lacksSpend);
  const onSource = (next: SourceChoice) => void setParams({ source: next });
  const onAdd = isMember ? (model: string) => void setParams({ new: model, view }) : undefined;
  return (
    <>
      {view === "spend" ? (
        <>
          <CostsHead view="spend" onViewChange={(next) => void setParams({ view: next })}>
            {lacksSpend || lacksSources ? null : (
              <SourceSwitch
                connectionId={workspace.connectionId}
                choice={source}
                onChange={onSource}
                isByFilter={false}
                callsNow={() => countedSpend({ ...asked, projectId: workspace.projectId }, Date.now())}
              />
            )}
          </CostsHead>
          <SpendPanel
            workspace={workspace}
            name={params.by}
            source={source}
            onAllSources={() => onSource("all")}
            onNameChange={(by) => void setParams({ by })}
            onAdd={onAdd}
            onCheck={() => void setParams({ audit: true })}
          />
        </>
      ) : view === "budgets" ? (
        <BudgetsPanel
          workspace={workspace}
          chosen={params.budget}
          onViewChange={(next) => void setParams({ view: next })}
        />
      ) : (
        <PricesPanel
          workspace={workspace}
          params={params}
          onParams={(next, history = "push") => void setParams({ view, ...next }, { history })}
          onAdd={onAdd}
        />
      )}
      {params.audit ? (
        <AuditDialog workspace={workspace} range={range} onClose={() => void setParams({ audit: null })} />
      ) : null}
      {params.new !== null && isMember ? (
        <AddPrice
          workspace={workspace}
          per={params.per}
          model={params.new}
          isUnpriced={view === "spend"}
          onClose={() => void setParams({ new: null })}
          onAdded={(sel) => void setParams({ new: null, sel, view })}
        />
      ) : null}
    </>
  );
}
