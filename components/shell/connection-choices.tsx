"use client";

import { Settings } from "lucide-react";
import { useRouter } from "next/navigation";
import { useServiceSignal } from "@/components/browser/service-signal";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { useWorkspaces } from "@/components/session/use-workspace";
import { MenuChoice, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import type { Connection } from "@/lib/workspace/connection";
import { presentStatus } from "@/lib/workspace/connection-status";

type ChoicesProps = { connections: readonly Connection[]; chosen: Connection };

/** All connections; a chosen one opens its first workspace. */
export function ConnectionChoices({ connections, chosen }: ChoicesProps) {
  const router = useRouter();
  const { workspaces } = useWorkspaces();
  const signal = useServiceSignal();
  const open = (connection: Connection) => {
    const workspace = workspaces.find((candidate) => candidate.connectionId === connection.id);
    router.push(workspace ? `/${workspace.slug}/traces` : `/settings/workspaces?connection=${connection.id}`);
  };
  return (
    <>
      <MenuLabel>Connections</MenuLabel>
      {connections.map((connection) => {
        const { status, words } = presentStatus(connection, signal);
        return (
          <MenuChoice key={connection.id} isChosen={connection.id === chosen.id} onSelect={() => open(connection)}>
            <StatusGlyph status={status} label={words} />
            {connection.name}
          </MenuChoice>
        );
      })}
      <MenuSeparator />
      <MenuItem onSelect={() => router.push("/settings/connections")}>
        <Settings size={14} strokeWidth={1.7} aria-hidden="true" />
        Manage connections
      </MenuItem>
    </>
  );
}
