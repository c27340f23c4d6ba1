import type { Board } from "@/app/(dashboard)/[workspace]/leaderboard/ranking/use-board";
import type { EvaluationComparison } from "@/lib/api/contract/evaluations/statistics";
import { formatDifference } from "@/lib/evaluation/runs/format-score";
import type { BoardColumn, BoardRow } from "@/lib/evaluation/runs/leaderboard";
import { isImprovement, type ScoreDirection } from "@/lib/evaluation/runs/score-direction";
import { isWithinNoise, verdictWords } from "@/lib/evaluation/runs/verdict-words";
import { classNames } from "@/lib/style/class-names";

type DifferencesMatrixProps = {
  board: Board;
  columns: readonly BoardColumn[];
  shown: readonly BoardRow[];
};

/** Evaluations by models: where a model differs from the best one by more than noise. */
export function DifferencesMatrix({ board, columns, shown }: DifferencesMatrixProps) {
  const { best, changeOf } = board;
  if (best === null) return null;
  const title = `Differences to ${best.model || "the best model"}`;
  return (
    <section
      aria-label={title}
      className="flex h-[264px] w-[440px] flex-none flex-col border-l border-line max-lg:h-auto max-lg:w-full max-lg:border-t max-lg:border-l-0"
    >
      <header className="flex h-[34px] flex-none items-center gap-2 px-4 max-md:px-3">
        <h2 className="min-w-0 truncate text-base font-medium" title={title}>
          {title}
        </h2>
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
        <table aria-label={title} className="text-micro">
          <thead>
            <tr>
              <td className="sticky left-0 bg-bg" />
              {shown.map(({ model, place }) => (
                <th key={model} scope="col" title={model} className="h-6 min-w-7 font-normal text-ink-3">
                  <span aria-hidden="true">{place ?? "–"}</span>
                  <span className="sr-only">{model}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map((column, index) => (
              <tr key={column.key}>
                <th
                  scope="row"
                  title={`${column.evaluationId} ${column.scoreId}`}
                  className="sticky left-0 max-w-44 truncate bg-bg pr-3 text-left font-normal text-ink-2"
                >
                  {column.evaluationId} <span className="text-code text-ink">{column.scoreId}</span>
                </th>
                {shown.map((row) => (
                  <td key={row.model} className="p-px">
                    <Difference
                      cell={row.cells[index]}
                      change={changeOf(row, index)}
                      direction={column.direction}
                      name={row.model}
                      isBestModel={row === best}
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

type DifferenceProps = {
  cell: BoardRow["cells"][number];
  change: EvaluationComparison | null;
  direction: ScoreDirection;
  name: string;
  isBestModel: boolean;
};

const SIGNS: Readonly<Record<Look, string>> = {
  better: "",
  worse: "",
  changed: "≠",
  noise: "≈",
  missing: "",
  itself: "",
};

function Difference({ cell, change, direction, name, isBestModel }: DifferenceProps) {
  const look = lookOf(cell, change, direction, isBestModel);
  const words = wordsOf(look, change, name);
  return (
    <span
      title={words}
      className={classNames("relative grid h-[22px] w-full place-items-center rounded-[3px]", LOOKS[look])}
    >
      <span aria-hidden="true">{SIGNS[look]}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}

function lookOf(
  cell: DifferenceProps["cell"],
  change: EvaluationComparison | null,
  direction: ScoreDirection,
  isBestModel: boolean,
): Look {
  if (isBestModel) return "itself";
  if (cell === undefined || change === null || change.difference === null) return "missing";
  if (isWithinNoise(change)) return "noise";
  const improves = isImprovement(change.difference, direction);
  return improves === null ? "changed" : improves ? "better" : "worse";
}

function wordsOf(look: Look, change: EvaluationComparison | null, name: string): string {
  if (look === "itself") return `${name} itself`;
  if (change === null || look === "missing") return `${name}: not compared`;
  return `${name}: ${look === "noise" ? "within noise" : look}, ${formatDifference(change.difference)}. ${verdictWords(change)}`;
}
