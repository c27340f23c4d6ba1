import type { Board } from "@/app/(dashboard)/[workspace]/leaderboard/ranking/use-board";
import type { EvaluationComparison } from "@/lib/api/contract/evaluations/statistics";
import { formatDifference } from "@/lib/evaluation/runs/format-score";
import type { BoardRow } from "@/lib/evaluation/runs/leaderboard";
import { modelLabel } from "@/lib/evaluation/runs/model-label";
import { isImprovement, type ScoreDirection } from "@/lib/evaluation/runs/score-direction";
import { isWithinNoise, verdictWords } from "@/lib/evaluation/runs/verdict-words";
import { classNames } from "@/lib/style/class-names";

type DifferencesMatrixProps = {
  board: Board;
  /** The compared value: a score, or the mean of several. */
  scoreName: string;
  shown: readonly BoardRow[];
  /** The model that the keys moved to. */
  cursor: string | null;
};

/** Models by models: where one differs from another by more than noise. */
export function DifferencesMatrix({ board, scoreName, shown, cursor }: DifferencesMatrixProps) {
  const { pairs, direction } = board;
  const rows = pairs.rows.filter((row) => shown.includes(row));
  return (
    <section
      aria-label="Significant differences"
      className="flex w-[440px] flex-none flex-col border-l border-line max-lg:h-auto max-lg:w-full max-lg:border-t max-lg:border-l-0"
    >
      <header className="flex h-[34px] flex-none items-center gap-2 px-4 max-md:px-3">
        <h2 className="flex-none text-base font-medium">Significant differences</h2>
        <span className="min-w-0 truncate text-small text-ink-3">in {scoreName}, paired</span>
        <span aria-hidden="true" className="ml-auto flex flex-none gap-2.5 text-micro text-ink-3">
          <Key look="better">better</Key>
          <Key look="worse">worse</Key>
          <Key look="noise">noise</Key>
        </span>
      </header>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto px-4 pb-2 outline-offset-[-2px] max-md:px-3"
      >
        <table aria-label="Significant differences" className="text-micro">
          <thead>
            <tr>
              <td className="sticky left-0 bg-bg" />
              {rows.map(({ model, place }) => (
                <th key={model} scope="col" title={model} className="h-5 min-w-6 font-normal text-ink-3">
                  <span aria-hidden="true">{place}</span>
                  <span className="sr-only">{model}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.model} className={classNames(row.model === cursor && "bg-accent-tint")}>
                <th
                  scope="row"
                  title={row.model}
                  className={classNames(
                    "sticky left-0 max-w-48 pr-3 text-left font-normal",
                    row.model === cursor ? "bg-accent-tint text-ink" : "bg-bg text-ink-2",
                  )}
                >
                  <ModelOfRow place={row.place} name={row.model} />
                </th>
                {rows.map((other) => (
                  <td key={other.model} className="p-px">
                    <Difference
                      change={pairs.rankedChange(row, other)}
                      direction={direction}
                      names={`${row.model || "unnamed model"} and ${other.model || "unnamed model"}`}
                      isItself={row === other}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function ModelOfRow({ place, name }: { place: number | null; name: string }) {
  const { model, step } = modelLabel(name);
  return (
    <span className="flex">
      <span aria-hidden="true" className="w-6 flex-none text-ink-3">
        {place}
      </span>
      <span className="truncate">{model}</span>
      {step === null ? null : <span className="flex-none">, step {step}</span>}
    </span>
  );
}

const LOOKS = {
  better: "bg-vat-6 text-bg",
  worse: "bg-err-line text-ink",
  changed: "bg-active text-ink",
  noise: "bg-active text-ink-2",
  missing: "border border-dotted border-line-strong",
  itself: "",
} as const;

type Look = keyof typeof LOOKS;

function Key({ look, children }: { look: Look; children: string }) {
  return (
    <span className="flex items-center gap-1">
      <i className={classNames("size-2.5 rounded-[2px]", LOOKS[look])} />
      {children}
    </span>
  );
}

const SIGNS: Readonly<Record<Look, string>> = {
  better: "",
  worse: "",
  changed: "≠",
  noise: "≈",
  missing: "",
  itself: "",
};

type DifferenceProps = {
  change: EvaluationComparison | null;
  direction: ScoreDirection;
  names: string;
  isItself: boolean;
};

function Difference({ change, direction, names, isItself }: DifferenceProps) {
  const look = isItself ? "itself" : lookOf(change, direction);
  const words = isItself ? "the same model" : wordsOf(look, change, names);
  return (
    <span
      title={isItself ? undefined : words}
      className={classNames("relative grid h-[18px] w-full place-items-center rounded-[3px]", LOOKS[look])}
    >
      <span aria-hidden="true">{SIGNS[look]}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}

function lookOf(change: EvaluationComparison | null, direction: ScoreDirection): Look {
  if (change === null || change.difference === null) return "missing";
  if (isWithinNoise(change)) return "noise";
  const improves = isImprovement(change.difference, direction);
  return improves === null ? "changed" : improves ? "better" : "worse";
}

function wordsOf(look: Look, change: EvaluationComparison | null, names: string): string {
  if (change === null || look === "missing") return `${names}: not compared`;
  return `${names}: ${look === "noise" ? "within noise" : look}, ${formatDifference(change.difference)}. ${verdictWords(change)}`;
}
