"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useNow } from "@/components/browser/use-now";
import { useHasRoleAnywhere } from "@/components/session/use-role";
import { ServiceList } from "@/components/settings/service-list";
import { SettingsHead } from "@/components/settings/settings-head";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { appQuery } from "@/lib/api/client/app-client";
import { KeysTable } from "./keys-table";
import { NewKey } from "./new-key";
import { keysCount, type ServiceKey } from "./prepare-service-keys";
import { RevokeKey } from "./revoke-key";
import { keysParams } from "./search-params";

/** The keys that SDKs use to log to the embedded service. */
export function KeysView() {
  const [params, setParams] = useQueryStates(keysParams);
  const [keyToRevoke, setKeyToRevoke] = useState<ServiceKey | null>(null);
  const query = useQuery(appQuery("serviceKeys.list", {}));
  const isMember = useHasRoleAnywhere("member");
  const nowMs = useNow(60_000);
  return (
    <>
      <SettingsHead>
        {isMember === false ? (
          <span className="text-small text-ink-3 max-md:hidden">Only members can create keys</span>
        ) : (
          <Button
            kind="primary"
            size="small"
            disabled={isMember === undefined}
            icon={<Plus size={14} strokeWidth={1.7} aria-hidden="true" />}
            onClick={() => void setParams({ new: true })}
          >
            <span>
              New<span className="max-md:sr-only"> key</span>
            </span>
          </Button>
        )}
      </SettingsHead>
      <ServiceList query={query} label="Keys" skeletonRows={6} foot={({ keys }) => keysCount(keys, nowMs)}>
        {({ keys }) =>
          keys.length > 0 ? (
            <KeysTable keys={keys} onRevoke={setKeyToRevoke} />
          ) : (
            <PaneState kind="empty" title="No keys yet">
              SDKs and exporters log to the embedded service with a key. Create one here, or run{" "}
              <span className="text-code">npm run key -- create</span> on the machine that runs Heddle.
            </PaneState>
          )
        }
      </ServiceList>
      {params.new && isMember ? <NewKey onClose={() => void setParams({ new: false })} /> : null}
      {keyToRevoke ? <RevokeKey serviceKey={keyToRevoke} onClose={() => setKeyToRevoke(null)} /> : null}
    </>
  );
}
