"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Search } from "lucide-react";
import type { RefObject } from "react";
import type { EvaluationList } from "@/app/(dashboard)/[workspace]/evaluations/list/use-evaluations";
import { EvaluationsTabs } from "@/components/evaluation/monitors/evaluations-tabs";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { PageHead } from "@/components/ui/page-head";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import { formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";

type EvaluationsHeadProps = {
  workspace: Workspace;
  list: EvaluationList;
  shownCount: number;
  query: string;
  onQueryChange: (query: string) => void;
  searchBox: RefObject<HTMLInputElement | null>;
};

/** The title, the search and, where the service can run evaluations, the way to a new one. */
export function EvaluationsHead({
  workspace,
  list,
  shownCount,
  query,
  onQueryChange,
  searchBox,
}: EvaluationsHeadProps) {
  const count =
    query === "" ? formatCount(list.runs.length) : `${formatCount(shownCount)} of ${formatCount(list.runs.length)}`;
  return (
    <>
      <PageHead title="Evaluations" {...(list.isPending || list.runs.length === 0 ? {} : { count })}>
        <EvaluationsTabs slug={workspace.slug} current="runs" />
        <span className="ml-auto">
          <NewEvaluation workspace={workspace} />
        </span>
      </PageHead>
      {list.runs.length === 0 ? null : (
        <div className="flex flex-none items-center gap-2 border-b border-line px-4 pb-2 max-md:px-3">
          <Input
            ref={searchBox}
            type="search"
            size="small"
            className="w-64 max-md:w-full"
            aria-label="Search evaluations"
            placeholder="Name, model or dataset"
            leading={<Search size={13} strokeWidth={1.7} aria-hidden="true" />}
            value={query}
            onChange={(event) => onQueryChange(event.target.value)}
          />
        </div>
      )}
    </>
  );
}

/** Services say in their information which operations they support. */
const RUNS_EVALUATIONS = "evaluationRuns.start";

function NewEvaluation({ workspace }: { workspace: Workspace }) {
  const { connectionId } = workspace;
  const info = useQuery({
    queryKey: serviceQueryKey(connectionId, "serverInfo", {}),
    queryFn: ({ signal }) => callOperation(connectionId, "serverInfo", { signal }),
    retry: false,
  });
  if (!info.data?.extensions?.includes(RUNS_EVALUATIONS)) return null;
  return (
    <Button asChild size="small">
      <Link href={`/${workspace.slug}/evaluations/new`}>
        <Plus size={13} strokeWidth={1.7} aria-hidden="true" />
        New evaluation
      </Link>
    </Button>
  );
}
