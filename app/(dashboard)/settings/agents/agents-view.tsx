"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useNow } from "@/components/browser/use-now";
import { ScrollPane } from "@/components/settings/scroll-pane";
import { SettingsHead } from "@/components/settings/settings-head";
import { FailureState } from "@/components/state/failure-state";
import { SkeletonRows } from "@/components/table/skeleton-rows";
import { Button } from "@/components/ui/button";
import { PageFoot } from "@/components/ui/page-head";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { AgentKeysTable } from "./agent-keys-table";
import { ConnectAgent } from "./connect-agent";
import { NewAgentKey } from "./new-agent-key";
import { type AgentKey, agentKeysCount } from "./prepare-agent-keys";
import { RevokeAgentKey } from "./revoke-agent-key";
import { agentsParams } from "./search-params";

/** Keys with which agents read the dashboard as their owner, and how to connect an agent. */
export function AgentsView({ publicUrl }: { publicUrl: string }) {
  const [params, setParams] = useQueryStates(agentsParams);
  const [keyToRevoke, setKeyToRevoke] = useState<AgentKey | null>(null);
  return (
    <>
      <SettingsHead>
        <Button
          kind="primary"
          size="small"
          icon={<Plus size={14} strokeWidth={1.7} aria-hidden="true" />}
          onClick={() => void setParams({ new: true })}
        >
          <span>
            New<span className="max-md:sr-only"> key</span>
          </span>
        </Button>
      </SettingsHead>
      <AgentKeys publicUrl={publicUrl} onRevoke={setKeyToRevoke} />
      {params.new ? <NewAgentKey onClose={() => void setParams({ new: false })} /> : null}
      {keyToRevoke ? <RevokeAgentKey agentKey={keyToRevoke} onClose={() => setKeyToRevoke(null)} /> : null}
    </>
  );
}

type AgentKeysProps = { publicUrl: string; onRevoke: (key: AgentKey) => void };

function AgentKeys({ publicUrl, onRevoke }: AgentKeysProps) {
  const query = useQuery(appQuery("agentKeys.list", {}));
  const nowMs = useNow(60_000);
  if (query.isError) {
    return (
      <FailureState
        failure={failureOf(query.error)}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  const keys = query.data?.keys;
  return (
    <>
      <ScrollPane label="Agents">
        <ConnectAgent publicUrl={publicUrl} />
        {keys === undefined ? <SkeletonRows count={3} rowHeight={32} /> : null}
        {keys?.length === 0 ? (
          <p className="px-4 py-3 text-small text-ink-2 max-md:px-3">
            No keys yet. A key acts as you and reads what you can read; it can be limited to one workspace.
          </p>
        ) : null}
        {keys && keys.length > 0 ? <AgentKeysTable keys={keys} onRevoke={onRevoke} /> : null}
      </ScrollPane>
      {keys === undefined ? null : <PageFoot>{agentKeysCount(keys, nowMs)}</PageFoot>}
    </>
  );
}
