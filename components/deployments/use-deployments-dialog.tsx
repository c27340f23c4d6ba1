import { useState } from "react";
import { openedLater } from "@/components/dialog/opened-later";
import { useHasRole } from "@/components/session/use-role";
import { MenuItem } from "@/components/ui/menu";
import type { Deployment } from "@/lib/api/contract/deployments/deployments";
import type { Workspace } from "@/lib/workspace/workspace";

const DeploymentsDialog = openedLater(async () => (await import("./deployments-dialog")).DeploymentsDialog);

/**
 * Returns the item of a chart's menu that marks deployments, and the dialog that it opens.
 *
 * @param deployments of the chart; null where the service has no marks, or they are not known
 */
export function useDeploymentsDialog(workspace: Workspace, deployments: readonly Deployment[] | null) {
  const isMember = useHasRole("member") === true;
  const [isOpen, setIsOpen] = useState(false);
  return {
    item: isMember && deployments !== null ? <MenuItem onSelect={() => setIsOpen(true)}>Deployments…</MenuItem> : null,
    dialog:
      isOpen && deployments !== null ? (
        <DeploymentsDialog workspace={workspace} deployments={deployments} onClose={() => setIsOpen(false)} />
      ) : null,
  };
}
