"use client";

import { useState } from "react";
import type { DraftFigures, LeavingOut } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-control";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { countOf, formatCount } from "@/lib/format/count";
import type { DraftProblem } from "@/lib/training/trajectories/draft-problems";

const INITIAL_ITEMS = 20;

type ProblemsPanelProps = {
  control: Pick<DraftFigures, "draft" | "problems"> & LeavingOut;
  /** The service's validation errors. */
  refusals: readonly DraftProblem[];
  onShow: (group: number) => void;
};

/** Errors and warnings, each with its exact path and a button that shows it. */
export function ProblemsPanel({ control, refusals, onShow }: ProblemsPanelProps) {
  const [shownCount, setShownCount] = useState(INITIAL_ITEMS);
  const problems = [...refusals, ...control.problems];
  const errorCount = problems.filter(({ level }) => level === "error").length;
  if (control.draft.rows.length === 0 && problems.length === 0) return null;
  const text = problems.map(({ level, path, message, place }) => [level, path, message, place].join("\t")).join("\n");
  return (
    <section aria-label="Problems" className="flex-none border-b border-line">
      <div className="flex min-h-9 items-center gap-2 pr-3 pl-4">
        <h2 className="text-base font-semibold">Problems</h2>
        <span className="text-small text-ink-2">
          {problems.length === 0
            ? "no problems"
            : `${countOf(errorCount, "error")}, ${countOf(problems.length - errorCount, "warning")}`}
        </span>
        {problems.length === 0 ? null : (
          <span className="ml-auto">
            <CopyButton text={text} label="Copy problems" copiedMessage="Problems copied" />
          </span>
        )}
      </div>
      <ul>
        {problems.slice(0, shownCount).map((problem) => (
          <ProblemItem
            key={`${problem.path} ${problem.message} ${problem.place}`}
            problem={problem}
            control={control}
            onShow={onShow}
          />
        ))}
      </ul>
      {problems.length > shownCount ? (
        <Button kind="ghost" size="small" className="mb-1 ml-3" onClick={() => setShownCount(shownCount + 100)}>
          {formatCount(problems.length - shownCount)} more
        </Button>
      ) : null}
    </section>
  );
}

type ProblemItemProps = {
  problem: DraftProblem;
  control: Pick<DraftFigures, "draft"> & LeavingOut;
  onShow: (group: number) => void;
};

function ProblemItem({ problem, control, onShow }: ProblemItemProps) {
  const { level, path, message, place, groups } = problem;
  const [first] = groups;
  const hasRows = groups.some((group) => (control.draft.groups[group]?.rows.length ?? 0) > 0);
  const rows = () => groups.flatMap((group) => control.draft.groups[group]?.rows ?? []);
  return (
    <li className="grid grid-cols-[14px_minmax(0,1fr)_auto] gap-x-2 border-t border-line py-1.5 pr-3 pl-4 text-small">
      <StatusGlyph status={level} label={level} className="mt-0.5" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="text-code">{path}</span>
        <span className="block text-ink-2">{message}</span>
        {place === "" ? null : <span className="block text-ink-3">{place}</span>}
      </span>
      <span className="flex items-start">
        {first === undefined ? null : (
          <Button kind="ghost" size="small" className="px-1.5 text-accent-text" onClick={() => onShow(first)}>
            Show
          </Button>
        )}
        {!hasRows ? null : (
          <Button
            kind="ghost"
            size="small"
            className="px-1.5 text-accent-text"
            aria-label={`Exclude ${path}`}
            onClick={() => control.setLeftOut(rows(), true)}
          >
            Exclude
          </Button>
        )}
      </span>
    </li>
  );
}
