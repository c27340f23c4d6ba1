"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { ModelServer } from "@/lib/api/contract/training/model-server";

const INTERVAL_MS = 5_000;
/** While it starts or ends. */
const CHANGING_INTERVAL_MS = 1_000;

/** The server of a model and the actions on it. */
export interface ModelServerControl {
  /** Undefined while it loads; null where the service has no such operation. */
  readonly server: ModelServer | null | undefined;
  /** Why the state could not be read, or the last action failed. */
  readonly failure: ServiceFailure | null;
  readonly acting: "start" | "stop" | null;
  readonly act: (action: "start" | "stop") => void;
}

/** Reads what answers for the checkpoints of a model, again and again while a server may change. */
export function useModelServer(connectionId: string, modelId: string): ModelServerControl {
  const queryClient = useQueryClient();
  const queryKey = serviceQueryKey(connectionId, "modelServer.read", { modelId });
  const query = useQuery<ModelServer | null>({
    queryKey,
    queryFn: async ({ signal }) => {
      try {
        return await callOperation(connectionId, "modelServer.read", { body: { model_id: modelId }, signal });
      } catch (error) {
        if (failureOf(error).kind === "unsupported") return null;
        throw error;
      }
    },
    retry: false,
    refetchInterval: ({ state: { data } }) => {
      if (data?.serving !== "command") return false;
      return data.state === "starting" || data.state === "stopping" ? CHANGING_INTERVAL_MS : INTERVAL_MS;
    },
  });
  const change = useMutation({
    mutationFn: (action: "start" | "stop") =>
      callOperation(connectionId, `modelServer.${action}`, { body: { model_id: modelId } }),
    onSuccess: (server) => queryClient.setQueryData(queryKey, server),
  });
  const error = change.error ?? query.error;
  return {
    server: query.data,
    failure: error === null ? null : failureOf(error),
    acting: change.isPending ? change.variables : null,
    act: change.mutate,
  };
}
