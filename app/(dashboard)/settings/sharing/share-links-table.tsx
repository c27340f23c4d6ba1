"use client";

import {
  lastTimeColumn,
  type RevocableColumn,
  RevocableTable,
  timeColumn,
} from "@/components/settings/revocable-table";
import { countOf } from "@/lib/format/count";
import { formatFullTime, parseTime } from "@/lib/format/time";
import { type ShareLink, type SharingWorkspace, shareLinkState } from "./prepare-share-links";

const COLUMNS: readonly RevocableColumn<ShareLink>[] = [
  { label: "Kind", className: "w-[80px]", cellClassName: "text-ink-2", cell: ({ kind }) => kind },
  {
    label: "Workspace",
    className: "w-[160px] max-md:hidden",
    cellClassName: "text-ink-2",
    cell: ({ workspaceSlug }) => workspaceSlug,
    title: ({ workspaceSlug }) => workspaceSlug,
  },
  { label: "Created by", className: "w-[150px] max-lg:hidden", cell: ({ ownerName }) => ownerName },
  timeColumn({ label: "Ends", className: "w-[110px] max-md:hidden", timeOf: ({ expiresAt }) => expiresAt }),
  lastTimeColumn({
    label: "Last opened",
    className: "w-[130px] max-lg:hidden",
    timeOf: ({ lastOpenedAt }) => lastOpenedAt,
    title: ({ lastOpenedAt, openCount }) =>
      `${formatFullTime(parseTime(lastOpenedAt))}, ${countOf(openCount, "opening")}`,
  }),
];

interface ShareLinksTableProps {
  readonly links: readonly ShareLink[];
  readonly workspaces: readonly SharingWorkspace[];
  readonly onRevoke: (link: ShareLink) => void;
}

/** The list of links, without the secret part of their addresses. */
export function ShareLinksTable({ links, workspaces, onRevoke }: ShareLinksTableProps) {
  return (
    <RevocableTable
      label="Share links"
      nameLabel="Content"
      columns={COLUMNS}
      rows={links}
      nameOf={({ title }) => title}
      nameTitleOf={({ title, targetId }) => `${title} (${targetId})`}
      endOf={(link, nowMs) => {
        const state = shareLinkState(link, workspaces, nowMs);
        return state === "active" ? null : state;
      }}
      isRevocable={(link) => link.isRevocable}
      actionLabel={({ title }) => `Revoke link to ${title}`}
      onRevoke={onRevoke}
    />
  );
}
