"use client";

import { useQuery } from "@tanstack/react-query";
import { RewardCell } from "@/components/training/models/reward-cell";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { countOf, formatCount } from "@/lib/format/count";
import { formatListTime } from "@/lib/format/relative-time";
import { parseTime } from "@/lib/format/time";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";

/** Number of models in the list: the newest ones. */
const MAX_LISTED_MODELS = 50;

type ModelListProps = { workspace: Workspace; modelId: string; nowMs: number };

/** The models of the project beside the shown one, if the window is wide enough. */
export function ModelList({ workspace, modelId, nowMs }: ModelListProps) {
  const { connectionId, projectId, slug } = workspace;
  const list = useQuery({
    ...serviceQuery(connectionId, "models.list", { project_id: projectId, limit: MAX_LISTED_MODELS, order: "desc" }),
    retry: false,
  });
  const failure = list.isError ? failureOf(list.error) : null;
  // A service that does not list models has nothing to show here; the model itself is not affected.
  if (failure?.kind === "unsupported") return null;
  const models = list.data?.data ?? [];
  return (
    <nav
      aria-label="Models of the project"
      className="flex w-[264px] flex-none flex-col border-r border-line max-xl:hidden"
    >
      <p className="flex h-7 flex-none items-center justify-between border-b border-line bg-sunken px-4 text-micro font-medium text-ink-3">
        <span>Model, newest checkpoint</span>
        <span>Age, reward</span>
      </p>
      {failure ? <p className="px-4 py-2 text-small text-err">Could not load models: {failure.message}</p> : null}
      {list.isPending ? <Skeleton className="m-4 h-8" /> : null}
      <ul className="min-h-0 flex-1 overflow-auto">
        {models.map(({ id, name, latest_step, job_count, created_at }) => (
          <li key={id}>
            <Link
              href={`/${slug}/models/${encodeURIComponent(id)}`}
              aria-current={id === modelId ? "page" : undefined}
              className={classNames(
                "grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 border-b border-line px-4 py-1.5 text-small outline-offset-[-2px]",
                id === modelId ? "bg-accent-tint shadow-[inset_2px_0_var(--accent)]" : "hover:bg-hover",
              )}
            >
              <span className="truncate text-code font-medium text-ink">{name}</span>
              <span className="text-right text-ink-2">{formatListTime(parseTime(created_at), nowMs)}</span>
              <span className="truncate text-micro leading-5 text-ink-3">
                {latest_step === null ? "no checkpoint" : `step ${formatCount(latest_step)}`},{" "}
                {countOf(job_count, "job")}
              </span>
              <span className="text-right text-micro leading-5 text-ink-3">
                <RewardCell connectionId={connectionId} modelId={id} step={null} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {list.data?.has_more ? (
        <p className="px-4 py-1 text-micro text-ink-3">the newest {formatCount(MAX_LISTED_MODELS)}</p>
      ) : null}
    </nav>
  );
}
