"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useQueryStates } from "nuqs";
import { type ReactNode, useId, useState } from "react";
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
import { ConnectedClientsTable } from "./connected-clients-table";
import { DisconnectClient } from "./disconnect-client";
import { NewAgentKey } from "./new-agent-key";
import { type AgentKey, agentKeysCount } from "./prepare-agent-keys";
import { type ConnectedClient, connectedCount } from "./prepare-connected-clients";
import { RevokeAgentKey } from "./revoke-agent-key";
import { agentsParams } from "./search-params";

/** How to connect an agent, the agents that signed in, and the keys of the others. */
export function AgentsView({ publicUrl }: { publicUrl: string }) {
  const [params, setParams] = useQueryStates(agentsParams);
  const [keyToRevoke, setKeyToRevoke] = useState<AgentKey | null>(null);
  const [clientToEnd, setClientToEnd] = useState<ConnectedClient | null>(null);
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
      <AgentLists publicUrl={publicUrl} onRevoke={setKeyToRevoke} onDisconnect={setClientToEnd} />
      {params.new ? <NewAgentKey onClose={() => void setParams({ new: false })} /> : null}
      {keyToRevoke ? <RevokeAgentKey agentKey={keyToRevoke} onClose={() => setKeyToRevoke(null)} /> : null}
      {clientToEnd ? <DisconnectClient client={clientToEnd} onClose={() => setClientToEnd(null)} /> : null}
    </>
  );
}

type AgentListsProps = {
  publicUrl: string;
  onRevoke: (key: AgentKey) => void;
  onDisconnect: (client: ConnectedClient) => void;
};

function AgentLists({ publicUrl, onRevoke, onDisconnect }: AgentListsProps) {
  const keys = useQuery(appQuery("agentKeys.list", {}));
  const clients = useQuery(appQuery("oauthClients.list", {}));
  const nowMs = useNow(60_000);
  return (
    <>
      <ScrollPane label="Agents">
        <ConnectAgent publicUrl={publicUrl} />
        <ListSection title="Connected agents" query={clients}>
          {(data) =>
            data.clients.length === 0 ? (
              <EmptyLine>No agent has signed in yet. One that you connect without a key appears here.</EmptyLine>
            ) : (
              <ConnectedClientsTable clients={data.clients} onDisconnect={onDisconnect} />
            )
          }
        </ListSection>
        <ListSection title="Keys" query={keys}>
          {(data) =>
            data.keys.length === 0 ? (
              <EmptyLine>
                No keys yet. A key acts as you and reads what you can read; it can be limited to one workspace.
              </EmptyLine>
            ) : (
              <AgentKeysTable keys={data.keys} onRevoke={onRevoke} />
            )
          }
        </ListSection>
      </ScrollPane>
      {keys.data === undefined ? null : (
        <PageFoot>
          {[...connectedCount(clients.data?.clients), agentKeysCount(keys.data.keys, nowMs)].join(" · ")}
        </PageFoot>
      )}
    </>
  );
}

type ListSectionProps<Data> = { title: string; query: UseQueryResult<Data>; children: (data: Data) => ReactNode };

/** One of the lists, with its own loading and failure: the other one stays. */
function ListSection<Data>({ title, query, children }: ListSectionProps<Data>) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid">
      <h2 id={id} className="px-4 pt-3 pb-2 font-medium max-md:px-3">
        {title}
      </h2>
      {query.isError ? (
        <FailureState
          failure={failureOf(query.error)}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : query.data === undefined ? (
        <SkeletonRows count={2} rowHeight={32} />
      ) : (
        children(query.data)
      )}
    </section>
  );
}

function EmptyLine({ children }: { children: ReactNode }) {
  return <p className="px-4 pb-3 text-small text-ink-2 max-md:px-3">{children}</p>;
}
