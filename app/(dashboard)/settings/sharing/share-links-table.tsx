"use client";

import { useNow } from "@/components/browser/use-now";
import { Unknown } from "@/components/table/cells";
import { SmallTable, SmallTableCell, SmallTableHeadCell } from "@/components/table/small-table";
import { Button } from "@/components/ui/button";
import { Tag } from "@/components/ui/tag";
import { countOf } from "@/lib/format/count";
import { formatAgo } from "@/lib/format/relative-time";
import { formatFullTime, formatTime, parseTime } from "@/lib/format/time";
import { type ShareLink, type SharingWorkspace, shareLinkState } from "./prepare-share-links";

interface ShareLinksTableProps {
  readonly links: readonly ShareLink[];
  readonly workspaces: readonly SharingWorkspace[];
  readonly onRevoke: (link: ShareLink) => void;
}

/** The list of links, without the secret part of their addresses. */
export function ShareLinksTable({ links, workspaces, onRevoke }: ShareLinksTableProps) {
  const nowMs = useNow(60_000);
  return (
    <SmallTable aria-label="Share links">
      <thead>
        <tr>
          <SmallTableHeadCell>Content</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[80px]">Kind</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[160px] max-md:hidden">Workspace</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[150px] max-lg:hidden">Created by</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[110px] text-right max-md:hidden">Ends</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[130px] text-right max-lg:hidden">Last opened</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[96px]">
            <span className="sr-only">Actions</span>
          </SmallTableHeadCell>
        </tr>
      </thead>
      <tbody>
        {links.map((link) => (
          <ShareLinkRow key={link.id} link={link} workspaces={workspaces} nowMs={nowMs} onRevoke={onRevoke} />
        ))}
      </tbody>
    </SmallTable>
  );
}

interface ShareLinkRowProps extends Pick<ShareLinksTableProps, "workspaces" | "onRevoke"> {
  readonly link: ShareLink;
  readonly nowMs: number;
}

function ShareLinkRow({ link, workspaces, nowMs, onRevoke }: ShareLinkRowProps) {
  const { title, kind, targetId, workspaceSlug, ownerName, openCount } = link;
  const [expiresMs, openedMs] = [parseTime(link.expiresAt), parseTime(link.lastOpenedAt)];
  const state = shareLinkState(link, workspaces, nowMs);
  const openings = `${formatFullTime(openedMs)}, ${countOf(openCount, "opening")}`;
  return (
    <tr>
      <SmallTableCell title={`${title} (${targetId})`}>
        <b className={state === "active" ? "font-medium" : "font-medium text-ink-3 line-through"}>{title}</b>
      </SmallTableCell>
      <SmallTableCell className="text-ink-2">{kind}</SmallTableCell>
      <SmallTableCell className="text-ink-2 max-md:hidden" title={workspaceSlug}>
        {workspaceSlug}
      </SmallTableCell>
      <SmallTableCell className="max-lg:hidden">{ownerName}</SmallTableCell>
      <SmallTableCell className="text-right text-ink-2 max-md:hidden" title={formatFullTime(expiresMs)}>
        {formatTime(expiresMs, nowMs)}
      </SmallTableCell>
      <SmallTableCell className="text-right text-ink-2 max-lg:hidden" title={openedMs === null ? "" : openings}>
        {openedMs === null ? <Unknown /> : formatAgo(openedMs, nowMs)}
      </SmallTableCell>
      <SmallTableCell className="pr-2 text-right">
        {state === "active" ? null : <Tag tone="warn">{state}</Tag>}
        {link.isRevocable && state === "active" ? (
          <Button kind="ghost" size="small" aria-label={`Revoke link to ${title}`} onClick={() => onRevoke(link)}>
            Revoke
          </Button>
        ) : null}
      </SmallTableCell>
    </tr>
  );
}
