import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FailureState } from "@/components/state/failure-state";
import { SkeletonRows } from "@/components/table/skeleton-rows";
import { PageFoot } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { ScrollPane } from "./scroll-pane";

type ServiceListProps<Data> = {
  query: UseQueryResult<Data>;
  /** `Keys`: the name of the list, also used while it loads. */
  label: string;
  skeletonRows: number;
  foot: (data: Data) => string;
  children: (data: Data) => ReactNode;
};

/** A list from the embedded service, in each of its states. */
export function ServiceList<Data>({ query, label, skeletonRows, foot, children }: ServiceListProps<Data>) {
  if (query.isError) {
    return (
      <FailureState failure={failureOf(query.error)} onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
        <p className="mt-1">{label} belong to the embedded service, which must be running.</p>
      </FailureState>
    );
  }
  if (query.data === undefined) {
    return (
      <>
        <ProgressBar label={`Loading ${label.toLowerCase()}`} />
        <SkeletonRows count={skeletonRows} rowHeight={32} />
      </>
    );
  }
  return (
    <>
      <ScrollPane label={label}>{children(query.data)}</ScrollPane>
      <PageFoot>{foot(query.data)}</PageFoot>
    </>
  );
}
