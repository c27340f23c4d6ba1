"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNow } from "@/components/browser/use-now";
import { ScrollPane } from "@/components/settings/scroll-pane";
import { SettingsHead } from "@/components/settings/settings-head";
import { FailureState } from "@/components/state/failure-state";
import { SkeletonRows } from "@/components/table/skeleton-rows";
import { PageFoot } from "@/components/ui/page-head";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { AllowedWorkspaces } from "./allowed-workspaces";
import { type ShareLink, shareLinksCount } from "./prepare-share-links";
import { RevokeShareLink } from "./revoke-share-link";
import { ShareLinksTable } from "./share-links-table";

/** The workspaces in which links may exist, and the links. */
export function SharingView() {
  const query = useQuery(appQuery("shareLinks.list", {}));
  const [linkToRevoke, setLinkToRevoke] = useState<ShareLink | null>(null);
  const nowMs = useNow(60_000);
  const { data } = query;
  if (query.isError) {
    return (
      <>
        <SettingsHead />
        <FailureState
          failure={failureOf(query.error)}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      </>
    );
  }
  return (
    <>
      <SettingsHead />
      <ScrollPane label="Share links">
        {data === undefined ? (
          <SkeletonRows count={4} rowHeight={32} />
        ) : (
          <>
            <AllowedWorkspaces workspaces={data.workspaces} />
            {data.links.length === 0 ? (
              <p className="px-4 py-3 text-small text-ink-2 max-md:px-3">
                No links yet. “Share” on the page of a trace or thread creates one.
              </p>
            ) : (
              <ShareLinksTable {...data} onRevoke={setLinkToRevoke} />
            )}
          </>
        )}
      </ScrollPane>
      {data === undefined ? null : <PageFoot>{shareLinksCount(data, nowMs)}</PageFoot>}
      {linkToRevoke ? <RevokeShareLink link={linkToRevoke} onClose={() => setLinkToRevoke(null)} /> : null}
    </>
  );
}
