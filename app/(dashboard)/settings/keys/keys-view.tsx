"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { PageFoot } from "@/components/layout/page-head";
import { useHasRole } from "@/components/layout/use-role";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { SkeletonRows } from "@/components/table/skeleton-rows";
import { Button } from "@/components/ui/button";
import { Shuttle } from "@/components/ui/shuttle";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { ScrollPane } from "../scroll-pane";
import { SettingsHead } from "../settings-head";
import { KeysTable } from "./keys-table";
import { NewKey } from "./new-key";
import { keysCount, type ServiceKey } from "./prepare-keys";
import { RevokeKey } from "./revoke-key";
import { keysParams } from "./search-params";

/** The keys that SDKs log to the embedded service with. */
export function KeysView() {
  const [params, setParams] = useQueryStates(keysParams);
  const [asked, setAsked] = useState<ServiceKey | null>(null);
  const query = useQuery(appQuery("serviceKeys.list", {}));
  const isMember = useHasRole("member");
  const keys = query.data?.keys ?? [];
  return (
    <>
      <SettingsHead>
        {isMember === false ? (
          <span className="text-small text-ink-3 max-md:hidden">Members can make keys</span>
        ) : (
          <Button
            kind="primary"
            size="small"
            disabled={isMember === undefined}
            icon={<Plus size={14} strokeWidth={1.7} aria-hidden="true" />}
            onClick={() => void setParams({ new: true })}
          >
            New <span className="max-md:sr-only">key</span>
          </Button>
        )}
      </SettingsHead>
      {query.isPending ? <Shuttle label="Loading keys" /> : null}
      {query.isError ? (
        <FailureState
          failure={failureOf(query.error)}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        >
          <p className="mt-1">Keys belong to the embedded service, which must be running.</p>
        </FailureState>
      ) : query.data ? (
        <>
          <ScrollPane label="Keys">
            {keys.length > 0 ? (
              <KeysTable keys={keys} onRevoke={setAsked} />
            ) : (
              <PaneState warp="empty" title="No key yet">
                SDKs and exporters log to the embedded service with a key. Make one here, or with{" "}
                <span className="text-code">npm run key -- create</span> where Heddle runs.
              </PaneState>
            )}
          </ScrollPane>
          <PageFoot>{keysCount(keys)}</PageFoot>
        </>
      ) : (
        <SkeletonRows count={6} rowHeight={32} />
      )}
      {params.new && isMember ? <NewKey onClose={() => void setParams({ new: false })} /> : null}
      {asked ? <RevokeKey serviceKey={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}
