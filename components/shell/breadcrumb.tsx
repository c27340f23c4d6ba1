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

/** What the page of an item has loaded: a model or a run, or a dashboard. */
interface Loaded {
  readonly name?: string;
  readonly dashboard?: { readonly content: { readonly name: string } };
}

/** The page, the open item and its part. A narrow window has space only for the last. */
export function Trail({ page }: { page: PageEntry }) {
  const pathname = usePathname();
  const slug = useWorkspaceSlug();
  const { callId, threadId, jobId, modelId, trainingRunId, dashboardId } =
    useParams<Record<"callId" | "threadId" | "jobId" | "modelId" | "trainingRunId" | "dashboardId", string>>();
  const segment = callId ?? threadId ?? jobId ?? modelId ?? trainingRunId ?? dashboardId;
  const { current } = useWorkspaces();
  const { connectionId = "", projectId = "", id: workspaceId = "" } = current ?? {};
  const id = textOfSegment(segment ?? "");
  // The name of an item once its own page has loaded it: the breadcrumb itself sends no requests.
  const { data } = useQuery<Loaded | null>({
    queryKey:
      dashboardId === undefined
        ? serviceQueryKey(
            connectionId,
            modelId === undefined ? "trainingRuns.read" : "models.read",
            modelId === undefined ? runReadBody(projectId, id) : { modelId: id },
          )
        : appQueryKey("dashboards.read", { workspaceId, id }),
    queryFn: skipToken,
  });
  const name = data?.name ?? data?.dashboard?.content.name ?? null;
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

function Slash({ className }: { className?: string }) {
  return (
    <i aria-hidden="true" className={classNames("text-ink-4 not-italic", className)}>
      /
    </i>
  );
}
