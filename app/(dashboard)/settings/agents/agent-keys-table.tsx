"use client";

import {
  lastTimeColumn,
  type RevocableColumn,
  RevocableTable,
  timeColumn,
} from "@/components/settings/revocable-table";
import { type AgentKey, accessText, keyState } from "./prepare-agent-keys";

const COLUMNS: readonly RevocableColumn<AgentKey>[] = [
  { label: "Access", className: "w-[170px]", cellClassName: "text-ink-2", cell: ({ access }) => accessText(access) },
  {
    label: "Workspace",
    className: "w-[160px] max-md:hidden",
    cellClassName: "text-ink-2",
    cell: ({ workspaceSlug }) => workspaceSlug ?? "all",
    title: ({ workspaceSlug }) => workspaceSlug ?? "all workspaces",
  },
  { label: "Owner", className: "w-[150px] max-lg:hidden", cell: ({ ownerName }) => ownerName },
  timeColumn({ label: "Expires", className: "w-[110px] max-md:hidden", timeOf: ({ expiresAt }) => expiresAt }),
  lastTimeColumn({ label: "Last used", className: "w-[110px] max-lg:hidden", timeOf: ({ lastUsedAt }) => lastUsedAt }),
];

type AgentKeysTableProps = { keys: readonly AgentKey[]; onRevoke: (key: AgentKey) => void };

/** The list of keys for agents, without the keys themselves. */
export function AgentKeysTable({ keys, onRevoke }: AgentKeysTableProps) {
  return (
    <RevocableTable
      label="Keys for agents"
      nameLabel="Name"
      columns={COLUMNS}
      rows={keys}
      nameOf={({ name }) => name}
      endOf={(key, nowMs) => {
        const state = keyState(key, nowMs);
        return state === "active" ? null : state;
      }}
      isRevocable={(key) => key.isRevocable}
      onRevoke={onRevoke}
    />
  );
}
