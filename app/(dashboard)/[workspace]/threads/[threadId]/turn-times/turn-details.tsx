import { ListTree, Play } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { ScoreValue } from "@/components/score/score-value";
import { Button } from "@/components/ui/button";
import { Quantity } from "@/components/ui/quantity";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { ProjectScore, SubjectScore } from "@/lib/api/contract/feedback/scores";
import { callKind } from "@/lib/calls/call-facts";
import { type Kind, kindName } from "@/lib/calls/call-kind";
import { previewOf } from "@/lib/calls/value-preview";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatShortId } from "@/lib/format/identifier";
import { formatCallCost } from "@/lib/format/money";
import { formatFullTime } from "@/lib/format/time";
import { formatTokens } from "@/lib/format/tokens";
import { fieldOfScore, scoreLabel } from "@/lib/score/score-field";
import type { Turn } from "@/lib/thread/thread-turns";
import { TimeShares } from "./time-shares";

type TurnDetailsProps = {
  slug: string;
  turn: Turn;
  turnCount: number;
  calls: readonly Call[];
  scores: readonly SubjectScore[];
  /** The scores of the project, which decide how a name is written. */
  projectScores: readonly ProjectScore[];
};

/** The maximum number of attributes shown; the trace page shows all. */
const MAX_ATTRIBUTES = 8;

/** The facts of one turn, its time by kind, its scores, and links to its trace and to the playground. */
export function TurnDetails({ slug, turn, turnCount, calls, scores, projectScores }: TurnDetailsProps) {
  const call = calls.find(({ id }) => id === turn.id);
  const attributes = Object.entries(call?.attributes ?? {});
  const traceHref = `/${slug}/traces/${encodeURIComponent(turn.id)}`;
  return (
    <aside aria-label={`Turn ${turn.number}`} className="flex min-h-0 flex-col border-l border-line max-xl:hidden">
      <div className="flex h-[37px] flex-none items-center gap-2 border-b border-line pr-3 pl-4">
        <h2 className="font-semibold">Turn {turn.number}</h2>
        <span className="text-small text-ink-3">of {formatCount(turnCount)}</span>
        <StatusGlyph status={turn.status} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-auto outline-offset-[-2px]">
        <dl className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-2 gap-y-[5px] px-4 pt-3 pb-2.5 text-small leading-[17px]">
          <Fact name="Trace">
            <Link href={traceHref} className="text-code text-accent-text hover:underline" title={turn.id}>
              {formatShortId(turn.id)}
            </Link>
          </Fact>
          <Fact name="Started">{formatFullTime(turn.startedMs)}</Fact>
          <Fact name="Duration">
            <Quantity text={formatDuration(turn.durationMs)} />
          </Fact>
          {turn.tokensIn === null ? null : <Fact name="Tokens in">{formatTokens(turn.tokensIn)}</Fact>}
          {turn.tokensOut === null ? null : <Fact name="Tokens out">{formatTokens(turn.tokensOut)}</Fact>}
          {turn.costUsd === null ? null : <Fact name="Cost">{formatCallCost(turn.costUsd)}</Fact>}
          <Fact name="Calls">
            {formatCount(calls.length)} <span className="text-ink-3">{kindCounts(calls)}</span>
          </Fact>
        </dl>
        <TimeShares calls={calls} durationMs={turn.durationMs} />
        <TurnScores scores={scores} projectScores={projectScores} />
        {attributes.length > 0 ? (
          <>
            <h3 className="flex h-[34px] items-center gap-2 border-t border-line px-4 font-medium">
              Attributes
              <span className="text-small font-normal text-ink-3">
                {formatCount(Math.min(attributes.length, MAX_ATTRIBUTES))} of {formatCount(attributes.length)}
              </span>
              <Link
                href={`${traceHref}?tab=attributes`}
                className="ml-auto text-small font-normal text-accent-text hover:underline"
              >
                All
              </Link>
            </h3>
            <dl className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-2 gap-y-[5px] px-4 pb-3 text-code leading-[17px]">
              {attributes.slice(0, MAX_ATTRIBUTES).map(([name, value]) => (
                <Fact key={name} name={name}>
                  <span className="block truncate">{previewOf(value)?.text ?? "null"}</span>
                </Fact>
              ))}
            </dl>
          </>
        ) : null}
      </div>
      <div className="flex flex-none gap-1.5 border-t border-line px-4 py-2.5">
        <Button asChild size="small" className="flex-1">
          <Link href={traceHref}>
            <ListTree size={14} strokeWidth={1.7} aria-hidden="true" />
            Open trace
          </Link>
        </Button>
        {turn.lastModelId === null ? null : (
          <Button asChild size="small" className="flex-1">
            <Link href={`/${slug}/playground?call=${encodeURIComponent(turn.lastModelId)}`}>
              <Play size={14} strokeWidth={1.7} aria-hidden="true" />
              Playground
            </Link>
          </Button>
        )}
      </div>
    </aside>
  );
}

function TurnScores({ scores, projectScores }: Pick<TurnDetailsProps, "scores" | "projectScores">) {
  if (scores.length === 0) return null;
  return (
    <>
      <h3 className="flex h-[34px] items-center gap-2 border-t border-line px-4 font-medium">
        Scores <span className="text-small font-normal text-ink-3">{formatCount(scores.length)}</span>
      </h3>
      <dl className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-2 gap-y-[5px] px-4 pb-3 text-small leading-[17px]">
        {scores.map((score) => (
          <Fact key={`${score.name}@${score.source}`} name={scoreLabel(fieldOfScore(score, projectScores))}>
            <ScoreValue value={score.mean ?? score.value} />
            {score.count > 1 ? <span className="text-ink-3"> mean of {formatCount(score.count)}</span> : null}
          </Fact>
        ))}
      </dl>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="truncate text-ink-3" title={name}>
        {name}
      </dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

/** `LLM 3, tool 2`. */
function kindCounts(calls: readonly Call[]): string {
  const counts = new Map<Kind, number>();
  for (const call of calls) counts.set(callKind(call), (counts.get(callKind(call)) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${kindName(kind)} ${formatCount(count)}`).join(", ");
}
