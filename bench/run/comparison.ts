import { figureText, markdownTable, ratioText } from "@/bench/report/figure-text";
import type { Result, ResultRow } from "@/bench/report/result";

function sizeText({ size }: Result): string {
  return Object.entries(size)
    .map(([option, value]) => `${option} ${value}`)
    .join(", ");
}

/** The change of a figure against its baseline: what remains when the machine is slower or busier than before. */
function changeBesideBaseline(before: ResultRow, now: ResultRow): number | null {
  return before.ratio === null || now.ratio === null ? null : now.ratio / before.ratio;
}

/**
 * Returns a result beside an earlier one: each figure by the earlier one, and the same for what it is relative to its
 * baseline. Figures of only one of the two are named.
 */
export function comparisonText(before: Result, now: Result): string {
  const earlier = new Map(before.rows.map((row) => [row.label, row]));
  const cells = now.rows.flatMap((row) => {
    const old = earlier.get(row.label);
    if (old === undefined || old.unit !== row.unit) return [];
    const figures = [figureText(old.value, old.unit), figureText(row.value, row.unit)];
    return [[row.label, ...figures, ratioText(row.value / old.value), ratioText(changeBesideBaseline(old, row))]];
  });
  const labels = new Set(now.rows.map(({ label }) => label));
  const gone = before.rows.filter(({ label }) => !labels.has(label)).map(({ label }) => label);
  const fresh = now.rows.filter(({ label }) => !earlier.has(label)).map(({ label }) => label);
  const isSameSize = sizeText(before) === sizeText(now);
  return [
    `${now.name}: commit ${before.commit} of ${before.measuredAt.slice(0, 10)}, then ${now.commit}\n`,
    ...(isSameSize ? [] : [`The sizes differ: ${sizeText(before)}; now ${sizeText(now)}.\n`]),
    markdownTable(["", "kept", "now", "now / kept", "… relative to the baselines"], cells),
    ...(gone.length > 0 ? [`No longer measured: ${gone.join("; ")}.\n`] : []),
    ...(fresh.length > 0 ? [`Not in the kept result: ${fresh.join("; ")}.\n`] : []),
  ].join("\n");
}
