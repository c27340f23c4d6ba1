"use client";

import {
  lastTimeColumn,
  type RevocableColumn,
  RevocableTable,
  timeColumn,
} from "@/components/settings/revocable-table";
import { formatFullTime, parseTime } from "@/lib/format/time";
import { keyEnd, projectsText, type ServiceKey, scopesText } from "./prepare-service-keys";

const COLUMNS: readonly RevocableColumn<ServiceKey>[] = [
  {
    label: "Key",
    className: "w-[140px] max-lg:hidden",
    cellClassName: "text-code text-ink-2",
    cell: ({ id }) => `hk_${id}…`,
  },
  {
    label: "Owner",
    className: "w-[180px] max-md:hidden",
    cell: ({ ownerName, userId }) => ownerName ?? <span className="text-ink-2">{userId}</span>,
    title: ({ ownerName, userId }) =>
      ownerName === null ? `stores data as user ${userId}` : `${ownerName}, stored as ${userId}`,
  },
  {
    label: "Projects",
    className: "w-[220px] max-lg:w-[150px] max-md:hidden",
    cellClassName: "text-ink-2",
    cell: ({ projects }) => projectsText(projects),
    title: ({ projects }) => projects?.join(", ") ?? "all projects",
  },
  {
    label: "Permissions",
    className: "w-[150px] max-lg:hidden",
    cellClassName: "text-ink-2",
    cell: ({ scopes }) => scopesText(scopes),
    title: ({ scopes }) => scopes?.join(", ") ?? "all permissions",
  },
  timeColumn({ label: "Created", className: "w-[110px] max-xl:hidden", timeOf: ({ createdAt }) => createdAt }),
  timeColumn({ label: "Expires", className: "w-[110px] max-lg:hidden", timeOf: ({ expiresAt }) => expiresAt }),
  lastTimeColumn({
    label: "Last used",
    className: "w-[110px] max-md:w-[92px]",
    timeOf: ({ lastUsedAt }) => lastUsedAt,
  }),
];

type KeysTableProps = { keys: readonly ServiceKey[]; onRevoke: (key: ServiceKey) => void };

/** The list of keys without the keys themselves: the id identifies a key and reveals nothing about the rest. */
export function KeysTable({ keys, onRevoke }: KeysTableProps) {
  return (
    <RevocableTable
      label="API keys"
      nameLabel="Name"
      columns={COLUMNS}
      rows={keys}
      nameOf={({ name }) => name}
      endOf={keyEnd}
      endTitleOf={({ revokedAt, expiresAt }) => formatFullTime(parseTime(revokedAt ?? expiresAt))}
      isRevocable={(key) => key.isRevocable}
      onRevoke={onRevoke}
    />
  );
}
