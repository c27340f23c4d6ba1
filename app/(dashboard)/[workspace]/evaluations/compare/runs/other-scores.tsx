import { ChangeMark } from "@/components/evaluation/change-mark";
import { Unknown } from "@/components/table/cells";
import { RuledTableCell, RuledTableHeadCell } from "@/components/training/lists/ruled-table";
import type { ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import { formatScore } from "@/lib/evaluation/runs/format-score";
import { scoreDirection } from "@/lib/evaluation/runs/score-direction";
import type { ComparedScore } from "./compared-score";

/** Scores beside the chosen one that have a column; the rest are in the list of scores. */
const MAX_OTHERS = 2;

/** Returns the scores that stand beside the chosen one: texts have no difference. */
export const otherScores = (scores: readonly ScoreFigures[], chosenId: string | undefined): readonly ScoreFigures[] =>
  scores.filter(({ id, kind }) => kind !== "text" && id !== chosenId).slice(0, MAX_OTHERS);

/** On screens without room for two, the second is left out: the list of scores has it. */
export const otherClass = (index: number) => (index === 0 ? undefined : "max-2xl:hidden");

/** The header of another score: a press compares the runs by it. */
export function OtherScoreHead(props: { id: string; onScore: (id: string) => void; className: string | undefined }) {
  const { id, onScore, className } = props;
  return (
    <RuledTableHeadCell className={className}>
      <button type="button" title={`Compare by ${id}`} onClick={() => onScore(id)} className="text-code hover:text-ink">
        {id}
      </button>
    </RuledTableHeadCell>
  );
}

/** Another score of a run, with its paired difference to the baseline. */
export function OtherScoreCell(props: {
  score: ScoreFigures;
  own: ComparedScore | undefined;
  className: string | undefined;
}) {
  const { score, own, className } = props;
  return (
    <RuledTableCell className={className}>
      {own === undefined || own.mean === null ? (
        <Unknown />
      ) : (
        <span className="inline-flex items-center gap-2">
          {formatScore(own.mean)}
          {own.comparison === null ? null : (
            <ChangeMark
              change={own.comparison}
              direction={scoreDirection(score.id, score.kind)}
              againstName="the baseline"
            />
          )}
        </span>
      )}
    </RuledTableCell>
  );
}
