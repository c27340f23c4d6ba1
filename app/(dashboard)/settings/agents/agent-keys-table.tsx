"use client";

import { useNow } from "@/components/browser/use-now";
import { Unknown } from "@/components/table/cells";
import { SmallTable, SmallTableCell, SmallTableHeadCell } from "@/components/table/small-table";
import { Button } from "@/components/ui/button";
import { Tag } from "@/components/ui/tag";
import { formatAgo } from "@/lib/format/relative-time";
import { formatFullTime, formatTime, parseTime } from "@/lib/format/time";
import { type AgentKey, accessText, keyState } from "./prepare-agent-keys";

type AgentKeysTableProps = { keys: readonly AgentKey[]; onRevoke: (key: AgentKey) => void };

/** The list of keys for agents, without the keys themselves. */
export function AgentKeysTable({ keys, onRevoke }: AgentKeysTableProps) {
  const nowMs = useNow(60_000);
  return (
    <SmallTable aria-label="Keys for agents">
      <thead>
        <tr>
          <SmallTableHeadCell>Name</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[130px]">Access</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[160px] max-md:hidden">Workspace</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[150px] max-lg:hidden">Owner</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[110px] text-right max-md:hidden">Expires</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[110px] text-right max-lg:hidden">Last used</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[96px]">
            <span className="sr-only">Actions</span>
          </SmallTableHeadCell>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <AgentKeyRow key={key.id} agentKey={key} nowMs={nowMs} onRevoke={onRevoke} />
        ))}
      </tbody>
    </SmallTable>
  );
}

type AgentKeyRowProps = { agentKey: AgentKey; nowMs: number; onRevoke: (key: AgentKey) => void };

function AgentKeyRow({ agentKey, nowMs, onRevoke }: AgentKeyRowProps) {
  const { name, access, ownerName, workspaceSlug, isRevocable } = agentKey;
  const [expiresMs, usedMs] = [parseTime(agentKey.expiresAt), parseTime(agentKey.lastUsedAt)];
  const state = keyState(agentKey, nowMs);
  return (
    <tr>
      <SmallTableCell title={name}>
        <b className={state === "active" ? "font-medium" : "font-medium text-ink-3 line-through"}>{name}</b>
      </SmallTableCell>
      <SmallTableCell className="text-ink-2">{accessText(access)}</SmallTableCell>
      <SmallTableCell className="text-ink-2 max-md:hidden" title={workspaceSlug ?? "all workspaces"}>
        {workspaceSlug ?? "all"}
      </SmallTableCell>
      <SmallTableCell className="max-lg:hidden">{ownerName}</SmallTableCell>
      <SmallTableCell className="text-right text-ink-2 max-md:hidden" title={formatFullTime(expiresMs)}>
        {expiresMs === null ? "never" : formatTime(expiresMs, nowMs)}
      </SmallTableCell>
      <SmallTableCell className="text-right text-ink-2 max-lg:hidden" title={formatFullTime(usedMs)}>
        {usedMs === null ? <Unknown /> : formatAgo(usedMs, nowMs)}
      </SmallTableCell>
      <SmallTableCell className="pr-2 text-right">
        {state === "active" ? null : <Tag tone="warn">{state}</Tag>}
        {isRevocable && state === "active" ? (
          <Button kind="ghost" size="small" aria-label={`Revoke ${name}`} onClick={() => onRevoke(agentKey)}>
            Revoke
          </Button>
        ) : null}
      </SmallTableCell>
    </tr>
  );
}
