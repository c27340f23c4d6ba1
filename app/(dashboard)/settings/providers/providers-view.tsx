"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Radar } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useHasRole } from "@/components/session/use-role";
import { ServiceList } from "@/components/settings/service-list";
import { SettingsHead } from "@/components/settings/settings-head";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { appQuery } from "@/lib/api/client/app-client";
import { type ModelProvider, providersCount, sortProviders } from "./prepare-providers";
import { ProviderForm } from "./provider-form";
import { ProvidersTable } from "./providers-table";
import { RemoveProvider } from "./remove-provider";
import { providersParams } from "./search-params";
import { useLocalSearch } from "./use-provider-test";

/** The providers that completions of the embedded service can use. */
export function ProvidersView() {
  const isAdmin = useHasRole("admin");
  if (isAdmin === false) {
    return (
      <>
        <SettingsHead />
        <PaneState kind="locked" title="Only admins can configure providers">
          The playground shows which models are available.
        </PaneState>
      </>
    );
  }
  return isAdmin ? <Providers /> : <SettingsHead />;
}

function Providers() {
  const [params, setParams] = useQueryStates(providersParams);
  const [providerToRemove, setProviderToRemove] = useState<ModelProvider | null>(null);
  const query = useQuery(appQuery("modelProviders.list", {}));
  const providers = sortProviders(query.data?.providers ?? []);
  const search = useLocalSearch(providers.filter(({ is_local: isLocal }) => isLocal).map(({ name }) => name));
  const edited = providers.find(({ name }) => name === params.edit) ?? null;
  return (
    <>
      <SettingsHead>
        <Button
          size="small"
          isBusy={search.isSearching}
          disabled={!query.data}
          icon={<Radar size={14} strokeWidth={1.7} aria-hidden="true" />}
          onClick={search.start}
        >
          <span>
            Find<span className="max-md:sr-only"> on this machine</span>
          </span>
        </Button>
        <Button
          kind="primary"
          size="small"
          icon={<Plus size={14} strokeWidth={1.7} aria-hidden="true" />}
          onClick={() => void setParams({ edit: "" })}
        >
          <span>
            New<span className="max-md:sr-only"> provider</span>
          </span>
        </Button>
      </SettingsHead>
      <ServiceList query={query} label="Providers" skeletonRows={8} foot={() => providersCount(providers)}>
        {() => (
          <>
            <ProvidersTable
              providers={providers}
              onEdit={({ name }) => void setParams({ edit: name })}
              onRemove={setProviderToRemove}
            />
            <p className="max-w-[640px] px-4 py-3 text-small text-ink-3 max-md:px-3">
              Providers set here override environment variables. Keys are encrypted on disk and sent only to their own
              base URL. Requests time out after 10 minutes, or after their own{" "}
              <span className="text-code">timeout</span>. Before a response begins, rate limits and failures are retried
              twice. Stopping a request cancels it at the provider.
            </p>
          </>
        )}
      </ServiceList>
      {query.data && (params.edit === "" || edited) ? (
        <ProviderForm
          key={params.edit}
          provider={edited}
          onClose={() => void setParams({ edit: null })}
          onRemove={(provider) => {
            void setParams({ edit: null });
            setProviderToRemove(provider);
          }}
        />
      ) : null}
      {providerToRemove ? (
        <RemoveProvider provider={providerToRemove} onClose={() => setProviderToRemove(null)} />
      ) : null}
    </>
  );
}
