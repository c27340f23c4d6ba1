import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { OverviewRequest } from "@/app/(dashboard)/[workspace]/overview/question/prepare-overview-request";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import type { CallsMetricsResult } from "@/lib/api/contract/calls/call-metrics";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { type MetricsRequest, metricsRequest } from "./prepare-metrics";

/** The charts over time of a service without `/calls/aggregate`. */
export type MetricsAnswer =
  | { readonly kind: "loading" | "absent" }
  | { readonly kind: "unfit"; readonly reason: string }
  | { readonly kind: "failed"; readonly failure: ServiceFailure; readonly retry: () => void }
  | { readonly kind: "loaded"; readonly result: CallsMetricsResult };

/** Requests metrics for the range at the moment at which the page was opened. */
export function useMetrics(connectionId: string, question: OverviewRequest, openedAtMs: number): MetricsAnswer {
  const request = useMemo((): MetricsRequest => metricsRequest(question, openedAtMs), [question, openedAtMs]);
  const { body } = request;
  const { data, error, refetch } = useQuery({
    queryKey: serviceQueryKey(connectionId, "calls.metrics", body),
    queryFn: ({ signal }) => callOperation(connectionId, "calls.metrics", { body, signal }),
  });
  if (error) {
    const failure = failureOf(error);
    if (failure.kind === "unsupported") return { kind: "absent" };
    return { kind: "failed", failure, retry: () => void refetch() };
  }
  if (!data) return { kind: "loading" };
  return request.kind === "unfit" ? { kind: "unfit", reason: request.reason } : { kind: "loaded", result: data };
}
