"use client";

import { useNow } from "@/components/browser/use-now";
import { Unknown } from "@/components/table/cells";
import { SmallTable, SmallTableCell, SmallTableHeadCell } from "@/components/table/small-table";
import { Button } from "@/components/ui/button";
import { Tag } from "@/components/ui/tag";
import { formatAgo } from "@/lib/format/relative-time";
import { formatFullTime, formatTime, parseTime } from "@/lib/format/time";
import { projectsText, type ServiceKey } from "./prepare-service-keys";

type KeysTableProps = { keys: readonly ServiceKey[]; onRevoke: (key: ServiceKey) => void };

/** The list of keys without the keys themselves: the id identifies a key and reveals nothing about the rest. */
export function KeysTable({ keys, onRevoke }: KeysTableProps) {
  const nowMs = useNow(60_000);
  return (
    <SmallTable aria-label="API keys">
      <thead>
        <tr>
          <SmallTableHeadCell>Name</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[140px] max-lg:hidden">Key</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[180px] max-md:hidden">Owner</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[220px] max-lg:w-[150px] max-md:hidden">Projects</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[110px] text-right max-lg:hidden">Created</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[110px] text-right max-md:w-[92px]">Last used</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[96px] max-md:w-[84px]">
            <span className="sr-only">Actions</span>
          </SmallTableHeadCell>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} serviceKey={key} nowMs={nowMs} onRevoke={onRevoke} />
        ))}
      </tbody>
    </SmallTable>
  );
}

type KeyRowProps = { serviceKey: ServiceKey; nowMs: number; onRevoke: (key: ServiceKey) => void };

function KeyRow({ serviceKey, nowMs, onRevoke }: KeyRowProps) {
  const { id, name, ownerName, userId, projects, isRevocable } = serviceKey;
  const [madeMs, usedMs, revokedMs] = [
    parseTime(serviceKey.createdAt),
    parseTime(serviceKey.lastUsedAt),
    parseTime(serviceKey.revokedAt),
  ];
  return (
    <tr className="group/row">
      <SmallTableCell title={name}>
        <b className={revokedMs === null ? "font-medium" : "font-medium text-ink-3 line-through"}>{name}</b>
      </SmallTableCell>
      <SmallTableCell className="text-code text-ink-2 max-lg:hidden">hk_{id}…</SmallTableCell>
      <SmallTableCell
        className="max-md:hidden"
        title={ownerName === null ? `stores data as user ${userId}` : `${ownerName}, stored as ${userId}`}
      >
        {ownerName ?? <span className="text-ink-2">{userId}</span>}
      </SmallTableCell>
      <SmallTableCell className="text-ink-2 max-md:hidden" title={projects?.join(", ") ?? "all projects"}>
        {projectsText(projects)}
      </SmallTableCell>
      <SmallTableCell className="text-right text-ink-2 max-lg:hidden" title={formatFullTime(madeMs)}>
        {formatTime(madeMs, nowMs)}
      </SmallTableCell>
      <SmallTableCell className="text-right text-ink-2" title={usedMs === null ? "" : formatFullTime(usedMs)}>
        {usedMs === null ? <Unknown /> : formatAgo(usedMs, nowMs)}
      </SmallTableCell>
      <SmallTableCell className="pr-2 text-right">
        {revokedMs === null ? null : (
          <Tag tone="warn" title={formatFullTime(revokedMs)}>
            revoked
          </Tag>
        )}
        {isRevocable ? (
          <Button kind="ghost" size="small" aria-label={`Revoke ${name}`} onClick={() => onRevoke(serviceKey)}>
            Revoke
          </Button>
        ) : null}
      </SmallTableCell>
    </tr>
  );
}
