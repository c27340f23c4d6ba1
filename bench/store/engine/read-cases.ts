import { NEEDLE } from "@/bench/store/workload/trace-facts";
import type { Workload } from "@/bench/store/workload/workload";
import { PROJECT } from "@/bench/store/workload/workload";
import type { ExpectedFacts } from "./expected-facts";
import { contains, equals, type PageRequest, PageRequests } from "./page-requests";

/** One read as a page sends it, and the shortest query to the engine over complete rows that has the same answer. */
export interface ReadCase {
  readonly name: string;
  /** Sent at once, as the page does. They differ between repetitions as those of a page do, with the same answer. */
  readonly requests: (time: number) => readonly PageRequest[];
  readonly bareSql: string;
  /** Returns what is wrong with the texts of the answers; null for nothing. */
  readonly fault: (answers: readonly string[]) => string | null;
}

const CUSTOMER = "customer-0042";
const NOWHERE = "no output holds this";

const MS = "dateDiff('millisecond', started_at, ended_at)";
const IN_PROJECT = `project_id = '${PROJECT}'`;
const ROW = "id, op_name, parent_id, thread_id, started_at, ended_at, exception, model, input_tokens, output_tokens";
const rows = (where: string, order = "started_at") =>
  `SELECT ${ROW} FROM plain WHERE ${IN_PROJECT} AND ${where} ORDER BY ${order} DESC, id DESC LIMIT 50`;
const countOf = (where: string) => `SELECT count() AS n FROM plain WHERE ${IN_PROJECT} AND ${where}`;
const threadsBy = (
  order: string,
) => `SELECT thread_id, count() AS turns, min(started_at) AS first, max(ended_at) AS last,
  quantiles(0.5, 0.99)(${MS}) AS quantiles, quantiles[2] AS p99
  FROM plain WHERE ${IN_PROJECT} AND id = turn_id GROUP BY thread_id ORDER BY ${order} DESC, thread_id LIMIT 50`;

const has = (text: string) => `positionCaseInsensitive(output, '${text}') > 0`;
const FIGURES = `count() AS calls, countIf(exception != '') AS errors, quantiles(0.5, 0.9, 0.99)(${MS}) AS latency,
  sum(input_tokens) AS tokens_in, sum(output_tokens) AS tokens_out, sum(cached_tokens) AS tokens_cached,
  sum(length(inputs) + length(output)) AS bytes`;
/** A hundred buckets, as the service chooses. */
const OVERVIEW = `SELECT toStartOfInterval(started_at, INTERVAL 15 MINUTE) AS bucket, op_name, model, ${FIGURES}
  FROM plain WHERE ${IN_PROJECT} GROUP BY GROUPING SETS ((), (bucket), (op_name), (model), (bucket, op_name))`;
const SPEND = `SELECT model, ${FIGURES} FROM plain WHERE ${IN_PROJECT} GROUP BY model`;

const linesIn = (answers: readonly string[]) => (answers[0] ?? "").split("\n").filter((line) => line !== "").length;

const hasRows = (expected: number) => (answers: readonly string[]) => {
  const lines = linesIn(answers);
  return lines === Math.min(50, expected) ? null : `${lines} rows instead of ${Math.min(50, expected)}`;
};

const hasCount = (expected: number) => (answers: readonly string[]) => {
  const { count } = JSON.parse(answers[0] ?? "{}") as { count?: number };
  return count === expected ? null : `counted ${count} instead of ${expected}`;
};

const hasFigures =
  ({ calls, errors, inputTokens, outputTokens }: ExpectedFacts) =>
  (answers: readonly string[]) => {
    const { totals } = JSON.parse(answers[0] ?? "{}") as { totals: Record<string, number> & { usage: TokenTotals } };
    const { prompt_tokens: prompt, completion_tokens: completion } = totals.usage;
    const seen = [totals.call_count, totals.error_count, prompt, completion].join(", ");
    const right = [calls, errors, inputTokens, outputTokens].join(", ");
    return seen === right ? null : `calls, errors, tokens in and out are ${seen} instead of ${right}`;
  };

interface TokenTotals {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
}

/** A text in another case each time: a repeated search is as slow as a first one, and finds the same. */
function cased(text: string, time: number): string {
  return [...text].map((letter, at) => ((time + 1) & (1 << (at % 8)) ? letter.toUpperCase() : letter)).join("");
}

/** The reads of the pages over one workload. */
export function readCases(workload: Workload, expected: ExpectedFacts): ReadCase[] {
  const hours = (workload.untilMs - workload.sinceMs) / 3_600_000;
  const one = (
    name: string,
    request: (ask: PageRequests, time: number) => PageRequest,
    bareSql: string,
    fault: ReadCase["fault"],
  ): ReadCase => ({ name, requests: (time) => [request(new PageRequests(workload, time), time)], bareSql, fault });
  const failed = equals("summary.weave.status", "error");
  const needle = (time: number) => contains("output", cased(NEEDLE, time));
  const nowhere = (time: number) => contains("output", cased(NOWHERE, time));
  const ofCustomer = equals("inputs.customer_id", CUSTOMER);
  const ofProduction = equals("source", "production");
  const isOfCustomer = `JSONExtractString(inputs, 'customer_id') = '${CUSTOMER}'`;
  const { calls, errors, needles, threads } = expected;
  return [
    one("newest 50 roots", (ask) => ask.list(null, "started_at", true), rows("parent_id = ''"), hasRows(calls)),
    one("newest 50 with an error", (ask) => ask.list(failed), rows("exception != ''"), hasRows(errors)),
    one("slowest 50", (ask) => ask.list(null, "summary.weave.latency_ms"), rows("1", MS), hasRows(calls)),
    one("text in output, newest 50", (ask, time) => ask.list(needle(time)), rows(has(NEEDLE)), hasRows(needles)),
    one("text in output, its count", (ask, time) => ask.count(needle(time)), countOf(has(NEEDLE)), hasCount(needles)),
    one("text that no output has, newest 50", (ask, time) => ask.list(nowhere(time)), rows(has(NOWHERE)), hasRows(0)),
    one(
      "value at a path of the inputs, newest 50",
      (ask) => ask.list(ofCustomer),
      rows(isOfCustomer),
      () => null,
    ),
    one("threads by last update, first 50", (ask) => ask.threads("last_updated"), threadsBy("last"), hasRows(threads)),
    one("threads by p99, first 50", (ask) => ask.threads("p99_turn_duration_ms"), threadsBy("p99"), hasRows(threads)),
    one(`overview of ${hours} h, all panels`, (ask) => ask.overview(), OVERVIEW, hasFigures(expected)),
    one(`the same of production`, (ask) => ask.overview(ofProduction), OVERVIEW, hasFigures(expected)),
    {
      name: `costs page of ${hours} h`,
      requests: (time) => new PageRequests(workload, time).costs(),
      bareSql: SPEND,
      fault: hasFigures(expected),
    },
  ];
}
