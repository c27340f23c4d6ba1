"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronsUpDown, Plug, Settings } from "lucide-react";
import { useRouter } from "next/navigation";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { useWorkspaces } from "@/components/session/use-workspace";
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { appQuery } from "@/lib/api/client/app-client";
import type { Status } from "@/lib/format/status";
import type { Connection } from "@/lib/workspace/connection";
import { connectionHost, connectionStatus, medianLatency } from "@/lib/workspace/connection-status";

/** The connection of this workspace, with a menu to switch to another. */
export function ConnectionSwitcher() {
  const router = useRouter();
  const { workspaces, current } = useWorkspaces();
  const { data } = useQuery(appQuery("connections.list", {}));
  const connections = data?.connections ?? [];
  const chosen = connections.find((candidate) => candidate.id === current?.connectionId) ?? connections[0];
  if (!chosen) return null;
  const open = (connection: Connection) => {
    const workspace = workspaces.find((candidate) => candidate.connectionId === connection.id);
    router.push(workspace ? `/${workspace.slug}/traces` : `/settings/workspaces?connection=${connection.id}`);
  };
  return (
    <Menu
      label="Connections"
      side="top"
      className="min-w-52"
      trigger={
        <button
          type="button"
          aria-label={`Connection ${chosen.name}, ${statusOf(chosen).words}`}
          className="grid w-full grid-cols-[16px_minmax(0,1fr)_14px] items-center gap-x-2.5 rounded-chip px-2 py-1.5 text-left hover:bg-hover group-data-rail/frame:flex group-data-rail/frame:justify-center group-data-rail/frame:px-0 group-data-rail/frame:py-2"
        >
          <Plug size={16} strokeWidth={1.7} aria-hidden="true" />
          <span className="min-w-0 group-data-rail/frame:hidden">
            <span className="flex items-center gap-1.5 text-small font-medium">
              <span className="truncate">{chosen.name}</span>
              <StatusGlyph status={statusOf(chosen).status} label={statusOf(chosen).words} />
            </span>
            <span className="block truncate text-micro text-ink-3">
              {[connectionHost(chosen), medianLatency(chosen)].filter(Boolean).join(" · ")}
            </span>
          </span>
          <ChevronsUpDown
            size={14}
            strokeWidth={1.7}
            aria-hidden="true"
            className="text-ink-3 group-data-rail/frame:hidden"
          />
        </button>
      }
    >
      <MenuLabel>Connections</MenuLabel>
      {connections.map((connection) => (
        <MenuChoice key={connection.id} isChosen={connection.id === chosen.id} onSelect={() => open(connection)}>
          <StatusGlyph status={statusOf(connection).status} label={statusOf(connection).words} />
          {connection.name}
        </MenuChoice>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => router.push("/settings/connections")}>
        <Settings size={14} strokeWidth={1.7} aria-hidden="true" />
        Manage connections
      </MenuItem>
    </Menu>
  );
}

function statusOf(connection: Connection): { status: Status; words: string } {
  return connectionStatus(connection);
}
