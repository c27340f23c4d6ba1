"use client";

import {
  lastTimeColumn,
  type RevocableColumn,
  RevocableTable,
  timeColumn,
} from "@/components/settings/revocable-table";
import { accessText } from "./prepare-agent-keys";
import type { ConnectedClient } from "./prepare-connected-clients";

const COLUMNS: readonly RevocableColumn<ConnectedClient>[] = [
  { label: "Access", className: "w-[170px]", cellClassName: "text-ink-2", cell: ({ access }) => accessText(access) },
  {
    label: "Workspace",
    className: "w-[160px] max-md:hidden",
    cellClassName: "text-ink-2",
    cell: ({ workspaceSlug }) => workspaceSlug ?? "all",
    title: ({ workspaceSlug }) => workspaceSlug ?? "all workspaces",
  },
  { label: "Connected by", className: "w-[150px] max-lg:hidden", cell: ({ ownerName }) => ownerName },
  timeColumn({ label: "Since", className: "w-[110px] max-md:hidden", timeOf: ({ createdAt }) => createdAt }),
  lastTimeColumn({ label: "Last used", className: "w-[110px] max-lg:hidden", timeOf: ({ lastUsedAt }) => lastUsedAt }),
];

type ConnectedClientsTableProps = {
  clients: readonly ConnectedClient[];
  onDisconnect: (client: ConnectedClient) => void;
};

/** The agents that users connected by signing in. */
export function ConnectedClientsTable({ clients, onDisconnect }: ConnectedClientsTableProps) {
  return (
    <RevocableTable
      label="Connected agents"
      nameLabel="Agent"
      columns={COLUMNS}
      rows={clients}
      nameOf={({ clientName }) => clientName}
      nameTitleOf={({ clientName, redirectHost }) => `${clientName} (${redirectHost})`}
      isRevocable={() => true}
      action="Disconnect"
      onRevoke={onDisconnect}
    />
  );
}
