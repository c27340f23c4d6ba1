import { classNames } from "@/lib/style/class-names";

const HATCHED =
  "bg-[repeating-linear-gradient(135deg,var(--accent)_0_2px,transparent_2px_4px)] border border-accent-line";
const FAILED = "bg-[repeating-linear-gradient(135deg,var(--err)_0_2px,transparent_2px_4px)] border border-err-line";

const NAMES: Readonly<Record<string, string>> = { ".": "waiting", r: "running", e: "error", n: "no score" };

/** Says a mark in words: a digit is a score from 0 to 1 in ninths. */
function markName(mark: string): string {
  return NAMES[mark] ?? (mark === "9" ? "1" : mark === "0" ? "0" : `about ${(Number(mark) / 9).toFixed(1)}`);
}

function look(mark: string): string {
  if (mark === ".") return "border border-dashed border-line-strong";
  if (mark === "r") return HATCHED;
  if (mark === "e") return FAILED;
  if (mark === "n") return "border border-line-strong bg-hover";
  return Number(mark) >= 5 ? "bg-accent" : "border border-line-input bg-surface";
}

/** One mark for each trial of a row: filled passed, hollow did not, hatched failed or runs, dashed waits. */
export function TrialMarks({ marks, label }: { marks: string; label: string }) {
  return (
    <span role="img" aria-label={`${label}: ${[...marks].map(markName).join(", ")}`} className="inline-flex gap-[3px]">
      {[...marks].map((mark, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a trial is its place
        <i key={index} className={classNames("size-[9px] rounded-[2px]", look(mark))} />
      ))}
    </span>
  );
}

/** What the marks mean. */
export function MarksLegend() {
  return (
    <span className="inline-flex gap-3">
      {(
        [
          ["9", "1"],
          ["0", "0"],
          ["e", "error"],
          ["r", "running"],
          [".", "waiting"],
        ] as const
      ).map(([mark, name]) => (
        <span key={mark} className="inline-flex items-center gap-1">
          <i aria-hidden="true" className={classNames("size-[9px] rounded-[2px]", look(mark))} />
          {name}
        </span>
      ))}
    </span>
  );
}
