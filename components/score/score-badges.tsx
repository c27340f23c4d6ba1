import type { ProjectScore, SubjectScore } from "@/lib/api/contract/feedback/scores";
import { formatAgo } from "@/lib/format/relative-time";
import { parseTime } from "@/lib/format/time";
import { fieldOfScore, scoreLabel } from "@/lib/score/score-field";
import { scoreText } from "@/lib/score/score-text";
import { classNames } from "@/lib/style/class-names";
import { ScoreValue } from "./score-value";

/** Longer texts are reasons and the like: they are read in the call's feedback. */
const MAX_BADGE_LENGTH = 40;

type ScoreBadgesProps = {
  scores: readonly SubjectScore[];
  /** The scores of the project, which decide how a name is written. */
  project: readonly ProjectScore[];
  nowMs: number;
  /** The number of badges; the rest is counted. */
  max?: number;
  className?: string;
};

/** The scores of a call, a turn or a thread, each with its name. */
export function ScoreBadges({ scores, project, nowMs, max = 8, className }: ScoreBadgesProps) {
  const short = scores.filter(({ value }) => typeof value !== "string" || value.length <= MAX_BADGE_LENGTH);
  if (short.length === 0) return null;
  const hidden = short.slice(max);
  return (
    <ul aria-label="Scores" className={classNames("flex min-w-0 flex-wrap gap-1 text-micro", className)}>
      {short.slice(0, max).map((score) => (
        <li
          key={`${score.name}@${score.source}`}
          title={badgeTitle(score, nowMs)}
          className="inline-flex h-[20px] max-w-full items-center gap-1.5 rounded-[3px] px-1.5 shadow-[inset_0_0_0_1px_var(--line-strong)]"
        >
          <span className="truncate text-ink-3">{scoreLabel(fieldOfScore(score, project))}</span>
          <span className="flex-none font-medium">
            <ScoreValue value={score.mean ?? score.value} />
          </span>
          {score.count > 1 ? <span className="flex-none text-ink-3">×{score.count}</span> : null}
        </li>
      ))}
      {hidden.length > 0 ? <li className="inline-flex h-[20px] items-center text-ink-3">+{hidden.length}</li> : null}
    </ul>
  );
}

const SOURCES: Readonly<Record<SubjectScore["source"], string>> = {
  scorer: "by a scorer",
  annotation: "by an annotation",
  reaction: "by a reaction",
  feedback: "by a client",
};

function badgeTitle({ name, source, value, mean, count, at }: SubjectScore, nowMs: number): string {
  const figure =
    mean === null || count === 1 ? scoreText(value) : `mean ${scoreText(mean)}, newest ${scoreText(value)}`;
  const times = count === 1 ? "" : `, ${count} values`;
  return `${name}: ${figure}${times}, ${SOURCES[source]}, ${formatAgo(parseTime(at), nowMs)}`;
}
