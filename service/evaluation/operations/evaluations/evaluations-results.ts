import { resultFilterNames } from "@/lib/api/contract/evaluations/evaluation-limits";
import type { InputOf } from "@/lib/api/contract/operations";
import { alignExamples } from "@/service/evaluation/evaluations/aligned-examples";
import { memberTexts } from "@/service/evaluation/evaluations/example-members";
import { readAllExampleTexts, readPositions } from "@/service/evaluation/evaluations/example-texts";
import { type LoadedRun, loadRuns } from "@/service/evaluation/evaluations/known-trials";
import { modelInputNames, wireRows } from "@/service/evaluation/evaluations/result-page";
import {
  filterTests,
  type ResultRow,
  type RowSelection,
  resultRows,
  sortRows,
} from "@/service/evaluation/evaluations/result-rows";
import { countRuns } from "@/service/evaluation/evaluations/rows/counted-runs";
import type { ScoreColumn } from "@/service/evaluation/evaluations/run-trials";
import { columnOf, sharedColumns } from "@/service/evaluation/evaluations/shared-columns";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { Handler, HandlerContext } from "@/service/traces/handlers/handler";

const DEFAULT_ROWS = 50;

type Request = InputOf<"evaluations.results">["body"];

/** Returns a page of the examples of runs side by side. Everything but the page's own texts is decided before they are read. */
export const listEvaluationResults: Handler<"evaluations.results"> = async ({ body }, services) => {
  const { project_id: projectId } = body;
  const loaded = await loadRuns(services, projectId, body.run_ids);
  const {
    runs,
    rows: counted,
    trained,
  } = await countRuns(services, projectId, loaded, { ...body.rows, part: body.rows?.part ?? "all" });
  const [aligned, positions] = await Promise.all([
    alignExamples(services, projectId, runs, body.align_by ?? null),
    Promise.all(runs.map((run) => readPositions(services, projectId, run))),
  ]);
  const columns = sharedColumns(runs);
  const selection = selectionOf(body, runs, columns);
  const all = resultRows(runs, aligned, positions, selection);
  const tests = filterTests(all, selection);
  const within = await keepMatching(services, body, runs, all.filter(passesTest(body, selection)));
  const shown = within.filter(tests[body.show ?? "all"]);
  const { by, direction } = body.sort_by ?? { by: "position", direction: "asc" };
  const sorted = sortRows(shown, by, direction, selection.focus);
  const offset = body.offset ?? 0;
  const page = sorted.slice(offset, offset + (body.limit ?? DEFAULT_ROWS));
  const { rows, members } = await wireRows(services, projectId, runs, page, body.texts === "whole");
  const found = findRow(body, all, sorted, tests);
  return {
    rows: rows.map((row) => ({ ...row, is_trained: trained.has(row.digest) })),
    rows_counted: counted,
    ...(found === undefined ? {} : { found: await wireFound(services, projectId, runs, { found, sorted, trained }) }),
    total_count: sorted.length,
    counts: Object.fromEntries(resultFilterNames.map((filter) => [filter, countOf(within, tests[filter])])),
    shared_count: aligned.filter(({ digests }) => digests.every((digest) => digest !== null)).length,
    only_counts: runs.map(
      (_, index) =>
        aligned.filter(({ digests }) => digests.every((digest, at) => (digest !== null) === (at === index))).length,
    ),
    scores: columns.map((column) => ({ ...column })),
    members,
    model_inputs: await modelInputNames(services, projectId, runs),
  };
};

function countOf(rows: readonly ResultRow[], test: (row: ResultRow) => boolean): number {
  let count = 0;
  for (const row of rows) if (test(row)) count++;
  return count;
}

/** Returns the example that the request asks for beside the page: null when there is none, undefined when it asks for none. */
function findRow(
  { find }: Request,
  all: readonly ResultRow[],
  sorted: readonly ResultRow[],
  tests: ReturnType<typeof filterTests>,
): ResultRow | null | undefined {
  if (!find) return undefined;
  if (!find.next) return all.find(({ key }) => key === find.key) ?? null;
  const start = sorted.findIndex(({ key }) => key === find.key) + 1;
  return sorted.slice(start).find(tests[find.next]) ?? null;
}

async function wireFound(
  services: HandlerContext,
  projectId: string,
  runs: readonly LoadedRun[],
  {
    found,
    sorted,
    trained,
  }: {
    readonly found: ResultRow | null;
    readonly sorted: readonly ResultRow[];
    readonly trained: ReadonlySet<string>;
  },
) {
  if (found === null) return null;
  const [row] = (await wireRows(services, projectId, runs, [found], false)).rows;
  const index = sorted.indexOf(found);
  return row === undefined
    ? null
    : { row: { ...row, is_trained: trained.has(row.digest) }, index: index < 0 ? null : index };
}

function selectionOf(body: Request, runs: readonly LoadedRun[], columns: readonly ScoreColumn[]): RowSelection {
  const focusId = body.focus_id ?? runs[1]?.root.id ?? runs[0]?.root.id;
  const focus = runs.findIndex(({ root }) => root.id === focusId);
  if (focus < 0) throw new InvalidRequestError("focus_id must be one of run_ids");
  const column = body.score ? columnOf(columns, body.score) : (columns[0] ?? null);
  return { focus, column, rule: { errorsAsFailures: body.errors_as_failures ?? true } };
}

/** The test of the number of passed trials. */
function passesTest(body: Request, { column }: RowSelection): (row: ResultRow) => boolean {
  const wanted = body.passes ?? null;
  if (wanted === null || column === null) return () => true;
  return ({ numbers }) => numbers.length > 0 && numbers.filter((value) => value === 1).length === wanted;
}

/** Reads all examples only where a condition is on them. */
async function keepMatching(
  services: HandlerContext,
  { project_id: projectId, where, search }: Request,
  runs: readonly LoadedRun[],
  rows: readonly ResultRow[],
): Promise<readonly ResultRow[]> {
  const conditions = where ?? [];
  const needle = (search ?? "").toLowerCase();
  if (conditions.length === 0 && needle === "") return rows;
  const texts = new Map<string, string>();
  for (const run of runs) {
    for (const [digest, text] of await readAllExampleTexts(services, projectId, run)) texts.set(digest, text);
  }
  return rows.filter(({ digest }) => {
    const text = texts.get(digest);
    if (text === undefined || !text.toLowerCase().includes(needle)) return false;
    if (conditions.length === 0) return true;
    const members = memberTexts(text);
    return conditions.every(({ path, value }) => members.get(path) === value);
  });
}
