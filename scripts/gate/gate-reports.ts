import type { CountedRows } from "@/lib/api/contract/evaluations/counted-rows";
import { formatScore } from "@/lib/evaluation/runs/format-score";
import { partWords, trainedWords } from "@/lib/evaluation/runs/row-words";
import { countOf, formatCount } from "@/lib/format/count";
import type { GateVerdict } from "./judge-score";

/** One score of one model, judged against its baseline. */
export interface JudgedScore {
  readonly model: string;
  readonly id: string;
  /** Of the new run. */
  readonly mean: number | null;
  /** The 95 % interval of the mean. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  readonly baselineMean: number | null;
  readonly verdict: GateVerdict;
  readonly sentence: string;
}

/** A finished evaluation and its scores. */
export interface GateResult {
  readonly name: string;
  readonly runId: string;
  /** Null for the first run of an evaluation. */
  readonly baselineId: string | null;
  readonly scores: readonly JudgedScore[];
  /** Which rows count where a model was trained on some of them. */
  readonly notes: readonly string[];
  /** Reasons to doubt the comparison. */
  readonly warnings: readonly string[];
}

const LEARNED = "A score may show what was learned by heart.";

/** The members and values that a gate restricts its rows to. */
export type RowConditions = readonly { readonly path: string; readonly value: string }[];

/** Returns conditions as text: `split = test and lang = de`. */
export const conditionWords = (where: RowConditions): string =>
  where.map(({ path, value }) => `${path} = ${value}`).join(" and ");

/** Returns which rows count; null where all do and no model was trained on any. */
export function rowsNote(
  model: string,
  { part, counted, all, trained }: CountedRows,
  where: RowConditions = [],
): string | null {
  const slice = conditionWords(where);
  const within = slice === "" ? "" : ` where ${slice}`;
  if (part === "all") {
    if (trained > 0) return `${model}: ${trainedWords({ trained, all })}${within}. ${LEARNED}`;
    return slice === "" ? null : `${model}: ${countOf(counted, "row")} counted, those where ${slice}.`;
  }
  const rows = `${model}: ${partWords(part, counted)} of ${formatCount(all)}${within} count`;
  return part === "held_out" ? `${rows}; the others were trained on.` : `${rows}. ${LEARNED}`;
}

const WORDS: Readonly<Record<GateVerdict, string>> = {
  fell: "FELL",
  held: "held",
  unclear: "not enough rows to tell",
  first: "no baseline",
};

function meanText({ mean, interval }: JudgedScore): string {
  return interval === null
    ? formatScore(mean)
    : `${formatScore(mean)} (${formatScore(interval.low)} to ${formatScore(interval.high)})`;
}

const countOfVerdict = ({ scores }: GateResult, verdict: GateVerdict) =>
  scores.filter((score) => score.verdict === verdict).length;

/** The outcome in one line: "1 of 3 scores fell". */
function gateSummary(result: GateResult): string {
  const parts = (["fell", "unclear", "held", "first"] as const).flatMap((verdict) => {
    const count = countOfVerdict(result, verdict);
    return count === 0 ? [] : [`${count} ${WORDS[verdict].toLowerCase()}`];
  });
  return `${countOf(result.scores.length, "score")}: ${parts.join(", ")}`;
}

/** The report that a terminal shows. */
export function gateText(result: GateResult): string {
  const lines = result.scores.map(
    (score) =>
      `${WORDS[score.verdict].padEnd(WORDS.unclear.length)}  ${score.model} ${score.id}: ${meanText(score)}, baseline ${formatScore(score.baselineMean)}. ${score.sentence}`,
  );
  const notes = result.notes.map((note) => `note: ${note}`);
  const warnings = result.warnings.map((warning) => `warning: ${warning}`);
  const against = result.baselineId === null ? "" : ` against ${result.baselineId}`;
  return [
    `${result.name}, run ${result.runId}${against}`,
    ...lines,
    ...notes,
    ...warnings,
    gateSummary(result),
    "",
  ].join("\n");
}

const cell = (text: string) => text.replaceAll(/[\\|]/g, "\\$&").replaceAll(/\s+/g, " ").replaceAll("<", "&lt;");

/** The report as Markdown, for the summary of a CI job. */
export function gateMarkdown(result: GateResult): string {
  const rows = result.scores.map((score) =>
    [WORDS[score.verdict], score.model, score.id, meanText(score), formatScore(score.baselineMean), score.sentence]
      .map(cell)
      .join(" | "),
  );
  return [
    `### ${cell(result.name)}: ${gateSummary(result)}`,
    "",
    "| result | model | score | mean | baseline | |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows.map((row) => `| ${row} |`),
    "",
    ...[...result.notes, ...result.warnings].map((text) => `> ${cell(text)}`),
    "",
  ].join("\n");
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

const xml = (text: string) =>
  text
    // Characters that XML cannot hold, not even escaped.
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "\u{FFFD}")
    .replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

/** The report as JUnit XML: a score that fell is a failure, one that is unclear or has no baseline is skipped. */
export function gateJunit(result: GateResult): string {
  const cases = result.scores.map(({ model, id, verdict, sentence }) => {
    const inner = {
      fell: `<failure message="${xml(sentence)}"/>`,
      held: "",
      unclear: `<skipped message="${xml(sentence)}"/>`,
      first: `<skipped message="${xml(sentence)}"/>`,
    }[verdict];
    return `    <testcase classname="${xml(`${result.name}.${model}`)}" name="${xml(id)}">${inner}</testcase>`;
  });
  const skipped = countOfVerdict(result, "unclear") + countOfVerdict(result, "first");
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    "<testsuites>",
    `  <testsuite name="${xml(result.name)}" tests="${result.scores.length}" failures="${countOfVerdict(result, "fell")}" skipped="${skipped}">`,
    ...cases,
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}
