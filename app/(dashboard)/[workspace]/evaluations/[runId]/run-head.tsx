"use client";

import { ArrowLeft, ListTree } from "lucide-react";
import { exportResults } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/examples/export-results";
import { useNow } from "@/components/browser/use-now";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { RowsExportMenu } from "@/components/table/rows-export-menu";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import type { EvaluationFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { runStateWords, runStatus } from "@/lib/evaluation/runs/run-state-words";
import { parseRefTarget, refHref } from "@/lib/object/object-ref";
import type { Workspace } from "@/lib/workspace/workspace";

type RunHeadProps = { workspace: Workspace; run: EvaluationRun; figures: EvaluationFigures | undefined };

/** The name of a run, its state, its model and its dataset. */
export function RunHead({ workspace, run, figures }: RunHeadProps) {
  const nowMs = useNow();
  const words = runStateWords(run, nowMs);
  const { slug } = workspace;
  return (
    <div className="flex min-h-(--head-h) flex-none flex-wrap items-center gap-x-2.5 gap-y-1 py-1 pr-3 pl-3">
      <Button asChild kind="ghost" size="icon-small">
        <Link href={`/${slug}/evaluations`} aria-label="All evaluations">
          <ArrowLeft size={14} strokeWidth={1.7} aria-hidden="true" />
        </Link>
      </Button>
      <h1 className="min-w-0 truncate text-title font-semibold tracking-[-0.01em]">{run.name}</h1>
      <span className="flex min-w-0 items-center gap-1.5 text-small text-ink-2" title={words}>
        <StatusGlyph status={runStatus(run)} label="" />
        <span className={run.state === "failed" ? "truncate text-err" : "truncate"}>{words}</span>
      </span>
      <span className="min-w-0 truncate text-small text-ink-3">
        <ObjectName workspace={workspace} target={run.model_ref} name={run.model_name || "unnamed model"} />
        {run.dataset_name === "" ? null : (
          <>
            {" on "}
            <ObjectName
              workspace={workspace}
              target={run.dataset_state === "stored" ? run.dataset_ref : null}
              name={run.dataset_version == null ? run.dataset_name : `${run.dataset_name} v${run.dataset_version}`}
            />
            {run.dataset_state === "deleted" ? ", which was deleted" : ""}
          </>
        )}
      </span>
      <span className="ml-auto flex flex-none items-center gap-1.5">
        {figures === undefined ? null : (
          <RowsExportMenu thing="trial" onSave={(format) => exportResults(workspace, run, figures, format)} />
        )}
        <Button asChild size="small">
          <Link href={`/${slug}/traces/${encodeURIComponent(run.id)}`}>
            <ListTree size={13} strokeWidth={1.7} aria-hidden="true" />
            Open trace
          </Link>
        </Button>
      </span>
    </div>
  );
}

type ObjectNameProps = {
  workspace: Workspace;
  /** A ref, or a text that is none. */
  target: string | null;
  name: string;
};

/** The name of an object, with a link to its version where it is one of this project. */
function ObjectName({ workspace, target, name }: ObjectNameProps) {
  const ref = target === null ? null : parseRefTarget(target);
  const href = ref === null ? null : refHref(workspace.slug, workspace.projectId, ref);
  if (href === null) return <span className="text-code text-ink-2">{name}</span>;
  return (
    <Link href={href} className="text-code text-accent-text hover:underline">
      {name}
    </Link>
  );
}
