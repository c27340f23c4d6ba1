"use client";

import { ChartLine, Plus, Search } from "lucide-react";
import type { inferParserType } from "nuqs";
import type { ReactNode, RefObject } from "react";
import { ColumnsMenu } from "@/app/(dashboard)/[workspace]/evaluations/list/columns-menu";
import type { evaluationsParams } from "@/app/(dashboard)/[workspace]/evaluations/list/evaluations-params";
import type { RunColumnId } from "@/app/(dashboard)/[workspace]/evaluations/list/run-column-ids";
import type { EvaluationList } from "@/app/(dashboard)/[workspace]/evaluations/list/use-evaluations";
import { EvaluationsTabs } from "@/components/evaluation/monitors/evaluations-tabs";
import { useRunsEvaluations } from "@/components/evaluation/use-runs-evaluations";
import { Input } from "@/components/form/input";
import { Select } from "@/components/form/select";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { PageHead } from "@/components/ui/page-head";
import type { RunGrouping } from "@/lib/evaluation/runs/run-groups";
import { formatCount } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";

type Params = inferParserType<typeof evaluationsParams>;

const GROUPINGS = [
  { value: "dataset", label: "Group by dataset" },
  { value: "model", label: "Group by model" },
  { value: "evaluation", label: "Group by evaluation" },
] as const;

/** Where the head of a group does not name the dataset, its rows do. */
function columnsOf(group: RunGrouping, columns: readonly RunColumnId[]): RunColumnId[] {
  const others = columns.filter((id) => id !== "dataset");
  return group === "dataset" ? others : ["dataset", ...others];
}

type EvaluationsHeadProps = {
  workspace: Workspace;
  list: EvaluationList;
  shownCount: number;
  params: Params;
  onParams: (change: Partial<Params>) => void;
  /** False where no dataset version has two runs. */
  hasCurve: boolean;
  searchBox: RefObject<HTMLInputElement | null>;
  /** The choice of the rows that count. */
  children: ReactNode;
};

/** The title, the search, the grouping, the columns and, where the service can run evaluations, the way to a new one. */
export function EvaluationsHead({
  workspace,
  list,
  shownCount,
  params,
  onParams,
  hasCurve,
  searchBox,
  children,
}: EvaluationsHeadProps) {
  const count =
    params.q === "" ? formatCount(list.runs.length) : `${formatCount(shownCount)} of ${formatCount(list.runs.length)}`;
  return (
    <>
      <PageHead title="Evaluations" {...(list.isPending || list.runs.length === 0 ? {} : { count })}>
        <EvaluationsTabs slug={workspace.slug} current="runs" />
        <span className="ml-auto flex items-center gap-2">
          {list.runs.length === 0 ? null : <ColumnsMenu shown={params.cols} onShown={(cols) => onParams({ cols })} />}
          <NewEvaluation workspace={workspace} />
        </span>
      </PageHead>
      {list.runs.length === 0 ? null : (
        <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line px-4 pb-2 max-md:px-3">
          <Input
            ref={searchBox}
            type="search"
            size="small"
            className="w-64 max-md:w-auto max-md:min-w-40 max-md:flex-1"
            aria-label="Search evaluations"
            placeholder="Name, model or dataset"
            leading={<Search size={13} strokeWidth={1.7} aria-hidden="true" />}
            value={params.q}
            onChange={(event) => onParams({ q: event.target.value })}
          />
          {children}
          {hasCurve ? (
            <Button
              size="small"
              className="ml-auto"
              icon={<ChartLine size={13} strokeWidth={1.7} aria-hidden="true" />}
              onClick={() => onParams({ curve: !params.curve })}
            >
              {params.curve ? "Hide curve" : "Show curve"}
            </Button>
          ) : null}
          <Select
            label="Group by"
            value={params.group}
            options={GROUPINGS}
            onChange={(group) => onParams({ group, cols: columnsOf(group, params.cols) })}
            className={classNames("h-(--ctl-h-small) text-small", hasCurve || "ml-auto")}
          />
        </div>
      )}
    </>
  );
}

function NewEvaluation({ workspace }: { workspace: Workspace }) {
  if (!useRunsEvaluations(workspace.connectionId)) return null;
  return (
    <Button asChild size="small">
      <Link href={`/${workspace.slug}/evaluations/new`}>
        <Plus size={13} strokeWidth={1.7} aria-hidden="true" />
        New evaluation
      </Link>
    </Button>
  );
}
