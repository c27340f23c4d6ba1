"use client";

import { FlaskConical, GitCompare } from "lucide-react";
import { useState } from "react";
import { isPrompt } from "@/app/(dashboard)/[workspace]/objects/versions/describe-version";
import type { ObjectPaneProps } from "@/app/(dashboard)/[workspace]/objects/versions/object-pane-props";
import { TimeRangeControl } from "@/components/address/time-range-control";
import { useTimeRange } from "@/components/address/use-time-range";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import { ProgressBar } from "@/components/ui/progress-bar";
import { Skeleton } from "@/components/ui/skeleton";
import { countOf } from "@/lib/format/count";
import { MAX_VERSIONS } from "@/lib/object/version-figures";
import { FiguresTable } from "./figures-table";
import { evaluateHref } from "./prepare-version-figures";
import { useKeptTimeRange } from "./use-kept-time-range";
import { useVersionFigures } from "./use-version-figures";

const nothing: ReadonlySet<string> = new Set();

/** The figures of each version of an object or an op: its calls in the time range, their cost and their scores. */
export function FiguresTab(props: ObjectPaneProps) {
  const { workspace, object, chosen, actions } = props;
  const { versions } = chosen.pages;
  useKeptTimeRange();
  const { range } = useTimeRange();
  const figures = useVersionFigures(workspace, object, versions, range);
  const [selected, setSelected] = useState(nothing);
  const picked = versions.filter(({ digest }) => selected.has(digest));
  const evaluated = picked.length > 0 ? picked : chosen.selected ? [chosen.selected] : [];
  if (versions.length === 0) {
    return (
      <PaneState kind="no-match" title="No versions to count">
        The versions of this object could not be listed.
      </PaneState>
    );
  }
  const compare = () => {
    const [older, newer] = picked.toSorted((left, right) => left.version_index - right.version_index);
    if (older && newer) actions.setSides(older.digest, newer.digest);
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-9 flex-none flex-wrap items-center gap-1.5 border-b border-line px-3 py-1">
        {evaluated.length === 0 || !evaluated.every(isPrompt) ? null : (
          <Button asChild size="small">
            <Link href={evaluateHref(workspace.slug, object.id, evaluated)}>
              <FlaskConical size={13} strokeWidth={1.7} aria-hidden="true" />
              Evaluate{" "}
              {evaluated.length === 1 ? `v${evaluated[0]?.version_index}` : countOf(evaluated.length, "version")}
            </Link>
          </Button>
        )}
        <Button
          size="small"
          disabled={picked.length !== 2}
          title={picked.length === 2 ? undefined : "Select two versions to compare them"}
          icon={<GitCompare size={13} strokeWidth={1.7} aria-hidden="true" />}
          onClick={compare}
        >
          Compare
        </Button>
        <span className="ml-auto">
          <TimeRangeControl />
        </span>
      </div>
      <FiguresContent {...props} figures={figures} selected={selected} onSelect={setSelected} />
    </div>
  );
}

type FiguresContentProps = ObjectPaneProps & {
  figures: ReturnType<typeof useVersionFigures>;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
};

function FiguresContent({ workspace, object, chosen, actions, figures, selected, onSelect }: FiguresContentProps) {
  const { table, counts, failure, scoresFailure } = figures;
  if (failure !== null) return <FailureState failure={failure} onRetry={figures.retry} />;
  if (table === null) {
    return (
      <>
        <ProgressBar label="Loading figures" className="flex-none" />
        <div className="grid gap-4 px-4 py-3">
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/2" />
        </div>
      </>
    );
  }
  const isUnused = counts === null ? table.isUnused : [...counts.values()].every((count) => count === 0);
  const hidden = chosen.pages.versions.length - table.rows.length;
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <FiguresTable
        table={table}
        counts={counts}
        selected={selected}
        current={chosen.digest}
        onToggle={(digest) => {
          const next = new Set(selected);
          if (!next.delete(digest)) next.add(digest);
          onSelect(next);
        }}
        onOpen={(digest) => actions.select(object, digest)}
        onCalls={(digest) => actions.change({ version: digest, tab: "used" })}
      />
      <div className="grid gap-2 px-4 py-3 text-small text-ink-2 max-md:px-3">
        {isUnused ? (
          <p role="status">
            {object.kind === "op"
              ? "No call in this time range ran a version of this op."
              : "No call in this time range references a version. A call counts if its inputs contain the ref: calls in your program that receive the object, evaluation trials, and runs of a prompt in the playground."}
          </p>
        ) : null}
        {hidden > 0 && table.rows.length >= MAX_VERSIONS ? <p>Figures of the newest {MAX_VERSIONS} versions.</p> : null}
        {counts === null ? null : (
          <Callout tone="plain">
            <b>{workspace.connectionName}</b> does not support <span className="text-code">/calls/aggregate</span>:
            calls are counted for the newest versions; latency, tokens, cost and scores are not available.
          </Callout>
        )}
        {scoresFailure !== null && scoresFailure.kind !== "unsupported" ? (
          <Callout tone="err">
            Scores could not be loaded: {scoresFailure.message}{" "}
            <Button size="small" onClick={figures.retry}>
              Retry
            </Button>
          </Callout>
        ) : null}
      </div>
    </div>
  );
}
