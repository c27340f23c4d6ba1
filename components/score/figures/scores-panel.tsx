"use client";

import { type ReactNode, useMemo, useState } from "react";
import { useTimeRange } from "@/components/address/use-time-range";
import { FailureState } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { TracesScope } from "@/lib/address/traces-href";
import type { ScoreOfCalls } from "@/lib/api/contract/calls/score-figures";
import type { ProjectScore } from "@/lib/api/contract/feedback/scores";
import { snapZoom } from "@/lib/chart/bucket-zoom";
import { scoreLabel } from "@/lib/score/score-field";
import type { Workspace } from "@/lib/workspace/workspace";
import { ScoreCard } from "./score-card";
import { type ScoredCalls, type ScoreFiguresAnswer, useScoreFigures } from "./use-score-figures";

/** Cards that are drawn before more are asked for. */
const FIRST_CARDS = 3;
/** As many scores as one request takes. */
const MAX_CARDS = 20;

type ScoresPanelProps = {
  workspace: Workspace;
  /** The scores of the project, at least one. */
  scores: readonly ProjectScore[];
  scope: TracesScope;
  /** Tells requests apart. */
  requestKey: readonly unknown[];
  callsAt: (nowMs: number) => ScoredCalls;
  isLive: boolean;
  /** Whose scores they are, beside the title. */
  note?: string;
  /** Shown in the header. */
  controls?: ReactNode;
};

/** Scores that say how good a call is come before texts, which are mostly reasons. */
function ranked(scores: readonly ProjectScore[]): readonly string[] {
  const verdicts = scores.filter(({ kind }) => kind !== "text");
  const texts = scores.filter(({ kind }) => kind === "text");
  return [...verdicts, ...texts].slice(0, MAX_CARDS).map(({ field }) => field);
}

/** The scores of the selected calls, a card each. They have a request of their own, so that no other figure waits. */
export function ScoresPanel(props: ScoresPanelProps) {
  const { workspace, scores, requestKey, callsAt, isLive, note } = props;
  const [isWhole, setIsWhole] = useState(false);
  const all = useMemo(() => ranked(scores), [scores]);
  const fields = isWhole ? all : all.slice(0, FIRST_CARDS);
  const answer = useScoreFigures(workspace, fields, { key: requestKey, callsAt, isLive });
  const more = all.length - FIRST_CARDS;
  return (
    <section aria-label="Scores" className="flex-none border-t border-line">
      <header className="flex h-[34px] items-center gap-2 border-b border-line pr-2 pl-4 max-md:pl-3">
        <h2 className="text-base font-medium">Scores</h2>
        <span className="truncate text-micro text-ink-3">{note ?? "newest value of each call"}</span>
        <span className="ml-auto" />
        {props.controls}
        {more > 0 ? (
          <Button kind="ghost" size="small" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? "Show fewer" : `Show ${more} more`}
          </Button>
        ) : null}
      </header>
      <Cards answer={answer} fields={fields} scope={props.scope} />
    </section>
  );
}

interface ShownScore {
  readonly field: string;
  readonly score: ScoreOfCalls | undefined;
}

/** Returns the cards without a scored call, where they are most of the cards: they are named in a line instead. */
function mostlyEmpty(shown: readonly ShownScore[]): readonly ShownScore[] {
  const empty = shown.filter(({ score }) => score?.totals.call_count === 0);
  return empty.length * 2 > shown.length ? empty : [];
}

type CardsProps = { answer: ScoreFiguresAnswer; fields: readonly string[]; scope: TracesScope };

function Cards({ answer, fields, scope }: CardsProps) {
  const [crossMs, setCrossMs] = useState<number | null>(null);
  const { setRange } = useTimeRange();
  const { result, failure, refresh } = answer;
  if (failure !== null) return <FailureState failure={failure} onRetry={refresh} />;
  const onZoom = (zoom: { fromMs: number; toMs: number } | null) => {
    if (result === null) return;
    const t = new URLSearchParams(window.location.search).get("t");
    const buckets = result.starts.map((start) => ({ start }));
    setRange({ t, ...(zoom ? snapZoom(zoom, { ...result, buckets }) : { from: null, to: null }) });
  };
  const shown = fields.map((field) => ({ field, score: result?.scores.find((score) => score.field === field) }));
  const folded = mostlyEmpty(shown);
  return (
    <div className="grid grid-cols-3 max-xl:grid-cols-2 max-md:grid-cols-[minmax(0,1fr)]">
      {folded.length > 0 ? (
        <p className="col-span-full px-4 py-2 text-small text-ink-2 max-md:px-3">
          No call in this range has {folded.length === 1 ? "the score" : "the scores"}{" "}
          {folded.map(({ field }) => scoreLabel(field)).join(", ")}.
        </p>
      ) : null}
      {shown
        .filter((card) => !folded.includes(card))
        .map(({ field, score }) =>
          result === null || score === undefined ? (
            <div
              key={field}
              role="status"
              aria-label="Loading scores"
              className="h-[232px] border-r border-b border-line p-4"
            >
              <Skeleton className="w-24" />
            </div>
          ) : (
            <ScoreCard
              key={field}
              result={result}
              score={score}
              scope={scope}
              crossMs={crossMs}
              onCrosshairMove={setCrossMs}
              onZoom={onZoom}
            />
          ),
        )}
    </div>
  );
}
