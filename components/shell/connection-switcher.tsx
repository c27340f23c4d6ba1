"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronsUpDown, Plug } from "lucide-react";
import { useServiceSignal } from "@/components/browser/service-signal";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { useWorkspaces } from "@/components/session/use-workspace";
import { Menu } from "@/components/ui/menu";
import { choicesLoadedLater } from "@/components/ui/menu-choices";
import { appQuery } from "@/lib/api/client/app-client";
import { connectionHost, medianLatency, presentStatus } from "@/lib/workspace/connection-status";

const ConnectionChoices = choicesLoadedLater(async () => (await import("./connection-choices")).ConnectionChoices);

/** The connection of this workspace, with a menu to switch to another. */
export function ConnectionSwitcher() {
  const { nearest } = useWorkspaces();
  const { data } = useQuery(appQuery("connections.list", {}));
  const signal = useServiceSignal();
  const connections = data?.connections ?? [];
  const chosen = connections.find((candidate) => candidate.id === nearest?.connectionId) ?? connections[0];
  if (!chosen) return null;
  const { status, words } = presentStatus(chosen, signal);
  return (
    <Menu
      label="Connections"
      side="top"
      className="min-w-52"
      onReach={ConnectionChoices.preload}
      trigger={
        <button
          type="button"
          aria-label={`Connection ${chosen.name}, ${words}`}
          className="grid w-full grid-cols-[16px_minmax(0,1fr)_14px] items-center gap-x-2.5 rounded-chip px-2 py-1.5 text-left hover:bg-hover rail:flex rail:justify-center rail:px-0 rail:py-2"
        >
          <Plug size={16} strokeWidth={1.7} aria-hidden="true" />
          <span className="min-w-0 rail:hidden">
            <span className="flex items-center gap-1.5 text-small font-medium">
              <span className="truncate">{chosen.name}</span>
              <StatusGlyph status={status} label={words} />
            </span>
            <span className="block truncate text-micro text-ink-3">
              {[connectionHost(chosen), status === "error" ? words : medianLatency(chosen)].filter(Boolean).join(" · ")}
            </span>
          </span>
          <ChevronsUpDown size={14} strokeWidth={1.7} aria-hidden="true" className="text-ink-3 rail:hidden" />
        </button>
      }
    >
      <ConnectionChoices connections={connections} chosen={chosen} />
    </Menu>
  );
}
