"use client";

import {
  lastTimeColumn,
  type RevocableColumn,
  RevocableTable,
  timeColumn,
} from "@/components/settings/revocable-table";
import { Unknown } from "@/components/table/cells";
import { Tag } from "@/components/ui/tag";
import { deviceText, type OwnSession } from "./prepare-sessions";

const COLUMNS: readonly RevocableColumn<OwnSession>[] = [
  {
    label: "Address",
    className: "w-[200px] max-md:hidden",
    cellClassName: "text-code text-ink-2",
    cell: ({ address }) => address ?? <Unknown />,
  },
  timeColumn({ label: "Signed in", className: "w-[130px] max-md:hidden", timeOf: ({ createdAt }) => createdAt }),
  lastTimeColumn({
    label: "Last used",
    className: "w-[110px] max-md:w-[76px]",
    timeOf: ({ lastSeenAt }) => lastSeenAt,
  }),
];

type SessionsTableProps = { sessions: readonly OwnSession[]; onEnd: (session: OwnSession) => void };

/** The sessions of the current user; the current one ends by signing out. */
export function SessionsTable({ sessions, onEnd }: SessionsTableProps) {
  return (
    <RevocableTable
      label="Sessions"
      nameLabel="Device"
      columns={COLUMNS}
      rows={sessions}
      nameOf={deviceText}
      isRevocable={({ isCurrent }) => !isCurrent}
      noteOf={({ isCurrent }) => (isCurrent ? <Tag>this session</Tag> : null)}
      action="End"
      actionLabel={(session) => `End the session of ${deviceText(session)}`}
      onRevoke={onEnd}
    />
  );
}
