"use client";

import { useQueryStates } from "nuqs";
import { useHasRole } from "@/components/layout/use-role";
import { WorkspaceGate } from "@/components/layout/workspace-gate";
import type { Workspace } from "@/lib/workspace/workspace";
import { AddPrice } from "./add-price";
import { CostsHead } from "./costs-head";
import { PricesPanel } from "./prices-panel";
import { costsParams } from "./search-params";
import { SpendPanel } from "./spend-panel";

/** The prices of a workspace's project, and what its calls cost. */
export function CostsView() {
  return <WorkspaceGate>{(workspace) => <Costs key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function Costs({ workspace }: { workspace: Workspace }) {
  const isMember = useHasRole("member");
  const [params, setParams] = useQueryStates(costsParams, { history: "push" });
  const onAdd = isMember ? (model: string) => void setParams({ new: model }) : undefined;
  return (
    <>
      {params.view === "spend" ? (
        <>
          <CostsHead view="spend" onViewChange={(view) => void setParams({ view })} />
          <SpendPanel
            workspace={workspace}
            name={params.by}
            onNameChange={(by) => void setParams({ by })}
            onAdd={onAdd}
          />
        </>
      ) : (
        <PricesPanel
          workspace={workspace}
          params={params}
          onParams={(next, history = "push") => void setParams(next, { history })}
          onAdd={onAdd}
        />
      )}
      {params.new !== null && isMember ? (
        <AddPrice
          workspace={workspace}
          per={params.per}
          model={params.new}
          onClose={() => void setParams({ new: null })}
          onAdded={(sel) => void setParams({ new: null, sel })}
        />
      ) : null}
    </>
  );
}
