"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useHasInstanceRole, useHasRole } from "@/components/session/use-role";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { ResultOf } from "@/lib/api/contract/operations";
import type { Workspace } from "@/lib/workspace/workspace";

/** The providers that completions can be sent to. */
export type PlaygroundProvider = ResultOf<"completions.providers">["providers"][number];

/** Requesting the models of every provider takes seconds; the list changes rarely. */
const STALE_TIME_MS = 300_000;

export type ProviderList =
  | { readonly kind: "asking" }
  /** The service does not list providers: the user types a model name. */
  | { readonly kind: "not-offered" }
  | { readonly kind: "failed"; readonly failure: ServiceFailure }
  | { readonly kind: "none-usable"; readonly providers: readonly PlaygroundProvider[] }
  | { readonly kind: "usable"; readonly providers: readonly PlaygroundProvider[] };

/** The actions of the user when no provider is available. */
export interface ProviderSetup {
  readonly list: ProviderList;
  /** Whether its providers are configured in the dashboard, and by this user. */
  readonly isOwnService: boolean;
  readonly maySet: boolean;
  readonly isAsking: boolean;
  readonly askAgain: () => void;
}

/** The available providers, and whether this user may run completions. */
export interface PlaygroundProviders extends ProviderSetup {
  readonly connectionId: string;
  readonly mayRun: boolean;
  readonly canRun: boolean;
  /** Whether completions take a prompt by its ref; null until it is known. */
  readonly takesPrompts: boolean | null;
}

/** The providers of the workspace's service, and whether the user may run them. */
export function useProviders({ connectionId }: Workspace): PlaygroundProviders {
  const query = useQuery({
    ...serviceQuery(connectionId, "completions.providers", undefined),
    // If none was available, one may have been configured meanwhile.
    staleTime: ({ state }) => (state.data?.providers.some((provider) => provider.is_usable) ? STALE_TIME_MS : 0),
  });
  const connections = useQuery(appQuery("connections.list", {}));
  const connection = connections.data?.connections.find(({ id }) => id === connectionId);
  const isAdmin = useHasInstanceRole("admin") ?? false;
  const mayRun = useHasRole("member") ?? true;
  const { data, error } = query;
  const list = useMemo(() => listOf({ data, error }), [data, error]);
  return {
    connectionId,
    list,
    mayRun,
    isOwnService: connection?.isBuiltIn ?? false,
    maySet: isAdmin,
    canRun: mayRun && list.kind !== "none-usable",
    takesPrompts: data ? data.takes_prompts === true : error ? false : null,
    isAsking: query.isFetching,
    askAgain: () => void query.refetch(),
  };
}

type Query = Pick<UseQueryResult<ResultOf<"completions.providers">>, "data" | "error">;

function listOf({ data, error }: Query): ProviderList {
  if (data) {
    const isUsable = data.providers.some((provider) => provider.is_usable);
    return { kind: isUsable ? "usable" : "none-usable", providers: data.providers };
  }
  if (!error) return { kind: "asking" };
  const failure = failureOf(error);
  return failure.kind === "unsupported" ? { kind: "not-offered" } : { kind: "failed", failure };
}
