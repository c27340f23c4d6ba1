"use client";

import { useQueryStates } from "nuqs";
import { TablesStart } from "@/app/(dashboard)/[workspace]/tables/start/tables-start";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { partLoadedLater } from "@/components/ui/loaded-later";
import type { Workspace } from "@/lib/workspace/workspace";
import { tablesParams } from "./search-params";
import { TablePane } from "./table-pane";

const TableDiff = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/tables/diff/table-diff")).TableDiff,
);

/** The tables of a workspace: one table as a sheet, or the start page. */
export function TablesView() {
  return <WorkspaceGate>{(workspace) => <Tables key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function Tables({ workspace }: { workspace: Workspace }) {
  const [{ digest, base, key, kinds }, setParams] = useQueryStates(tablesParams, { history: "push" });
  if (digest === "") {
    return (
      <TablesStart
        workspace={workspace}
        onOpen={(opened, dataset, rowDigest) => void setParams({ digest: opened, dataset, rows: rowDigest ?? "" })}
      />
    );
  }
  if (base !== "") {
    return (
      <TableDiff
        key={`${base} ${digest}`}
        workspace={workspace}
        before={base}
        after={digest}
        keyId={key}
        kinds={kinds}
        onChange={(change) => void setParams(change)}
      />
    );
  }
  return <TablePane key={digest} workspace={workspace} digest={digest} onShowTables={() => void setParams(null)} />;
}
