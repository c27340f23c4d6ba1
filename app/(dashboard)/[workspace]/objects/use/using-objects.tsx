"use client";

import { useQuery } from "@tanstack/react-query";
import { FailureDetails } from "@/components/state/failure-state";
import { OperationPath } from "@/components/state/operation-path";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { Tag } from "@/components/ui/tag";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { countOf, formatCount } from "@/lib/format/count";
import { formatAgo } from "@/lib/format/relative-time";
import { formatFullTime, parseTime } from "@/lib/format/time";
import { objectHref } from "@/lib/object/object-key";
import type { Workspace } from "@/lib/workspace/workspace";
import { MAX_LISTED_USES, type UsingObject, usingObjects } from "./prepare-using-objects";

type ObjectsOfUseProps = { workspace: Workspace; objectId: string; digest: string; nowMs: number };

const TITLE = "Referencing objects";

/** The objects and versions whose values, or rows of whose tables, reference a version. */
export function ObjectsOfUse({ workspace, objectId, digest, nowMs }: ObjectsOfUseProps) {
  const body = { project_id: workspace.projectId, object_id: objectId, digest, limit: MAX_LISTED_USES };
  const { data, error, isError, isFetching, refetch } = useQuery(
    serviceQuery(workspace.connectionId, "obj.usedBy", body),
  );
  const objects = data ? usingObjects(data.uses) : [];
  const failure = isError ? failureOf(error) : null;
  return (
    <section aria-label={TITLE} className="border-t border-line">
      <h3 className="flex h-8 items-center gap-2 px-4 text-small font-medium">
        {TITLE}
        <span className="font-normal text-ink-3">
          {data ? formatCount(objects.length) : ""}
          {data?.has_more ? `, from the newest ${formatCount(data.uses.length)} referencing versions` : ""}
        </span>
      </h3>
      {failure?.kind === "unsupported" ? (
        <p role="alert" className="px-4 pb-3 text-small text-ink-2">
          <b>{workspace.connectionName}</b> does not support <OperationPath id="obj.usedBy" />, so values cannot be
          searched for refs. Refs in this version are listed under Content.
        </p>
      ) : failure ? (
        <div role="alert" className="px-4 pb-3 text-small">
          <FailureDetails failure={failure} />
          <Button size="small" className="mt-2" isBusy={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        </div>
      ) : data === undefined ? (
        <div className="grid gap-3 px-4 pb-3">
          <Skeleton className="w-1/2" />
        </div>
      ) : objects.length === 0 ? (
        <p className="px-4 pb-3 text-small text-ink-2">No object references this version.</p>
      ) : (
        <ul>
          {objects.map((using) => (
            <UsingObjectRow key={using.key} slug={workspace.slug} using={using} nowMs={nowMs} />
          ))}
        </ul>
      )}
    </section>
  );
}

function UsingObjectRow({ slug, using, nowMs }: { slug: string; using: UsingObject; nowMs: number }) {
  const { object, className, versions, rest, rowCount } = using;
  const [newest] = versions;
  const createdMs = parseTime(newest?.created_at);
  return (
    <li className="flex min-h-8 items-center gap-2 border-t border-line px-4 text-small max-md:min-h-9">
      <Link
        href={objectHref(slug, object, newest?.digest ?? null)}
        className="min-w-0 truncate text-accent-text hover:underline"
        title={object.id}
      >
        {object.id}
      </Link>
      {className === null ? null : (
        <Tag tone="outline" className="max-md:hidden">
          {className}
        </Tag>
      )}
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-1.5">
        {versions.map((version) => (
          <Link
            key={version.digest}
            href={objectHref(slug, object, version.digest)}
            title={version.refs.join("\n")}
            className="text-ink-2 hover:underline"
          >
            v{version.version_index}
            {version.is_latest === 1 ? " latest" : ""}
          </Link>
        ))}
        {rest > 0 ? <span className="text-ink-3">and {formatCount(rest)} older</span> : null}
        {rowCount > 0 ? <span className="text-ink-3">in {countOf(rowCount, "row")}</span> : null}
      </span>
      <span className="flex-none text-right text-ink-3" title={formatFullTime(createdMs)}>
        {formatAgo(createdMs, nowMs)}
      </span>
    </li>
  );
}
