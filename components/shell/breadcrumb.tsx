"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import { useParams, usePathname } from "next/navigation";
import { Fragment } from "react";
import { useWorkspaceSlug, useWorkspaces } from "@/components/session/use-workspace";
import { Link } from "@/components/ui/link";
import type { PageEntry } from "@/lib/address/page-list";
import { textOfSegment } from "@/lib/address/path-segment";
import { trail } from "@/lib/address/trail";
import { appQueryKey } from "@/lib/api/client/app-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import { classNames } from "@/lib/style/class-names";
import { runReadBody } from "@/lib/training/runs/run-read-body";

/** The page, the open item and its part. A narrow window has space only for the last. */
export function Trail({ page }: { page: PageEntry }) {
  const pathname = usePathname();
  const slug = useWorkspaceSlug();
  const { callId, threadId, jobId, modelId, trainingRunId, dashboardId } =
    useParams<Record<"callId" | "threadId" | "jobId" | "modelId" | "trainingRunId" | "dashboardId", string>>();
  const segment = callId ?? threadId ?? jobId ?? modelId ?? trainingRunId ?? dashboardId;
  const modelName = useLoadedName("models.read", modelId, (id) => ({ modelId: id }));
  const runName = useLoadedName("trainingRuns.read", trainingRunId, (id, projectId) => runReadBody(projectId, id));
  const dashboardName = useDashboardName(dashboardId);
  const name = modelName ?? runName ?? dashboardName;
  const crumbs = trail(page, pathname, slug, segment === undefined ? null : { segment, name });
  return crumbs.map(({ label, href, isName }, index) => {
    const isLast = index === crumbs.length - 1;
    return (
      <Fragment key={`${href} ${label}`}>
        <Slash className={isLast ? "" : "max-md:hidden"} />
        {isLast ? (
          <b className={classNames("truncate px-1 leading-6 font-medium text-ink", isName && "text-code")}>{label}</b>
        ) : href === null ? (
          <span className="px-1 leading-6 max-md:hidden">{label}</span>
        ) : (
          <Link
            href={href}
            className={classNames(
              "truncate rounded-chip px-1 leading-6 hover:bg-hover hover:text-ink max-md:hidden",
              isName && "text-code",
            )}
          >
            {label}
          </Link>
        )}
      </Fragment>
    );
  });
}

/** The name of an item once its own page has loaded it; the breadcrumb itself sends no requests. */
function useLoadedName(
  operation: string,
  segment: string | undefined,
  requestOf: (id: string, projectId: string) => object,
): string | null {
  const { current } = useWorkspaces();
  const request = requestOf(textOfSegment(segment ?? ""), current?.projectId ?? "");
  const { data } = useQuery<{ readonly name: string } | null>({
    queryKey: serviceQueryKey(current?.connectionId ?? "", operation, request),
    queryFn: skipToken,
  });
  return data?.name ?? null;
}

/** The name of a dashboard once its page has loaded it. */
function useDashboardName(segment: string | undefined): string | null {
  const { current } = useWorkspaces();
  const place = { workspaceId: current?.id ?? "", id: textOfSegment(segment ?? "") };
  const { data } = useQuery<{ readonly dashboard: { readonly content: { readonly name: string } } } | null>({
    queryKey: appQueryKey("dashboards.read", place),
    queryFn: skipToken,
  });
  return data?.dashboard.content.name ?? null;
}

function Slash({ className }: { className?: string }) {
  return (
    <i aria-hidden="true" className={classNames("text-ink-4 not-italic", className)}>
      /
    </i>
  );
}
