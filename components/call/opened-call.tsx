"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { DetailsSkeleton } from "@/components/ui/details-skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Call } from "@/lib/api/contract/calls/calls";
import { pendingValues } from "@/lib/calls/read-full-call";
import { formatBytes } from "@/lib/format/bytes";
import { type LazyValue, valueOfPart } from "@/lib/json/lazy/lazy-value";

type OpenedCallProps = { call: Call; children: (opened: Call) => ReactNode };

/**
 * Opens the large values of a call so that their small members are available: the messages around an image. A call
 * without large values renders at once; one that can only be loaded completely waits for the user's click.
 */
export function OpenedCall({ call, children }: OpenedCallProps) {
  const lazies = pendingValues(call);
  const mustAsk = lazies.some(([, { facts }]) => facts.needsConfirmation);
  const query = useQuery({
    queryKey: ["opened", call.id, lazies.map(([field, { facts }]) => [field, facts.size])],
    queryFn: ({ signal }) => openValues(call, lazies, signal),
    enabled: lazies.length > 0 && !mustAsk,
    structuralSharing: false,
  });
  if (lazies.length === 0) return children(call);
  if (query.data) return children(query.data);
  if (query.isError) {
    return (
      <FailureState
        failure={failureOf(query.error)}
        onRetry={() => void query.refetch()}
        isRetrying={query.isRefetching}
      />
    );
  }
  if (!mustAsk || query.isFetching) return <DetailsSkeleton />;
  return (
    <PaneState
      kind="empty"
      title="This call is large"
      actions={
        <Button size="small" onClick={() => void query.refetch()}>
          Load full call
        </Button>
      }
    >
      It has {formatBytes(Math.max(...lazies.map(([, { facts }]) => facts.size)))}, and the service cannot return parts
      of it.
    </PaneState>
  );
}

async function openValues(
  call: Call,
  lazies: readonly (readonly [string, LazyValue])[],
  signal: AbortSignal,
): Promise<Call> {
  const opened = await Promise.all(
    lazies.map(async ([field, { origin }]) => {
      return [field, valueOfPart(await origin.source.read(origin.path, null, signal), origin)] as const;
    }),
  );
  return { ...call, ...Object.fromEntries(opened) };
}
