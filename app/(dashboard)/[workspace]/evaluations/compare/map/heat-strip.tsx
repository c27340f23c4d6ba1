import { letterOf, RunLetter } from "@/components/evaluation/run-letter";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { formatScore } from "@/lib/evaluation/runs/format-score";
import { countOf, formatCount } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import { type ExampleMap, HEAT_STEPS, heatStep, type MapColumn, type MapSection } from "./prepare-example-map";

type HeatStripProps = {
  map: ExampleMap;
  runs: readonly EvaluationRun[];
  focus: number;
  chosenKey: string | null;
  onChosen: (key: string) => void;
};

/** From the lowest value, hollow, to the highest. */
const STEP_CLASSES = ["border border-line-input bg-bg", "bg-vat-2", "bg-vat-3", "bg-vat-5", "bg-vat-7"] as const;

const SECTION_WORDS = { worse: "worse", same: "the same", better: "better", unshared: "not in both" } as const;

/** A column for each example and a line for each run, those that got worse first. The table below has the same by keys. */
export function HeatStrip({ map, runs, focus, chosenKey, onChosen }: HeatStripProps) {
  const { sections, perColumn, domain } = map;
  return (
    <section aria-label="Examples by evaluation" className="min-w-0 flex-1 px-4 pt-1.5 pb-2.5 max-md:px-3">
      <div className="flex h-6 items-center gap-2 text-small">
        <h2 className="font-medium">Examples by evaluation</h2>
        <span className="truncate text-ink-3 max-md:hidden">
          regressions of {letterOf(focus)} first
          {perColumn > 1 ? `, up to ${formatCount(perColumn)} examples in a column` : ""}
        </span>
        <span className="ml-auto flex flex-none items-center gap-1 text-micro text-ink-3">
          {formatScore(domain.low)}
          {STEP_CLASSES.map((each) => (
            <i key={each} aria-hidden="true" className={classNames("size-2.5 rounded-[2px]", each)} />
          ))}
          {formatScore(domain.high)}
        </span>
      </div>
      <div className="flex gap-2">
        <div aria-hidden="true" className="grid flex-none content-start gap-0.5 pt-4">
          {runs.map(({ id }, index) => (
            <RunLetter key={id} index={index} />
          ))}
        </div>
        <div className="flex min-w-0 flex-1 gap-2">
          {sections.map((section) => (
            <Section key={section.name} section={section} domain={domain} chosenKey={chosenKey} onChosen={onChosen} />
          ))}
        </div>
      </div>
    </section>
  );
}

type SectionProps = Pick<ExampleMap, "domain"> &
  Pick<HeatStripProps, "chosenKey" | "onChosen"> & { section: MapSection };

function Section({ section, domain, chosenKey, onChosen }: SectionProps) {
  const { name, count, columns } = section;
  return (
    <fieldset
      aria-label={`${countOf(count, "example")} ${SECTION_WORDS[name]}`}
      // Never narrower than its words, which would leave the page.
      className="min-w-min"
      style={{ flex: `${columns.length} 1 0` }}
    >
      <div
        aria-hidden="true"
        className={classNames(
          "h-4 overflow-visible text-micro whitespace-nowrap",
          name === "worse" ? "text-err" : name === "better" ? "text-accent-text" : "text-ink-3",
        )}
      >
        {formatCount(count)} {SECTION_WORDS[name]}
      </div>
      <div className="flex gap-0.5">
        {columns.map((column) => (
          <Column
            key={column.first.key}
            column={column}
            domain={domain}
            isChosen={chosenKey !== null && column.keys.includes(chosenKey)}
            onChosen={onChosen}
          />
        ))}
      </div>
    </fieldset>
  );
}

type ColumnProps = Pick<ExampleMap, "domain"> & {
  column: MapColumn;
  isChosen: boolean;
  onChosen: (key: string) => void;
};

function Column({ column, domain, isChosen, onChosen }: ColumnProps) {
  const { first, keys, values } = column;
  const name = first.position === null ? "Example" : `Row ${formatCount(first.position)}`;
  const label = `${name}${keys.length > 1 ? ` and ${countOf(keys.length - 1, "more example")}, means` : ""}: ${values
    .map((value, index) => `${letterOf(index)} ${formatScore(value)}`)
    .join(", ")}`;
  return (
    <button
      type="button"
      // The keys j and k move through the same examples: a tab stop for each would bury the table.
      tabIndex={-1}
      title={label}
      aria-label={label}
      aria-pressed={isChosen}
      onClick={() => onChosen(first.key)}
      className={classNames(
        "grid min-w-0 max-w-6 flex-1 gap-0.5 rounded-[3px]",
        isChosen && "outline-2 outline-offset-1 outline-ink",
      )}
    >
      {values.map((value, run) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: a run is its position
          key={run}
          className={classNames(
            "h-4 rounded-[2px]",
            value === null
              ? "border border-dotted border-ink-4"
              : STEP_CLASSES[Math.min(HEAT_STEPS - 1, heatStep(value, domain))],
          )}
        />
      ))}
    </button>
  );
}
