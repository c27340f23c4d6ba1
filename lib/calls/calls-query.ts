import { callSources, isCallSource } from "@/lib/api/contract/calls/call-sources";
import type { CallsFilter } from "@/lib/api/contract/calls/calls";
import type { Operand, QueryExpression } from "@/lib/api/contract/query/query-expression";
import { parseCount, parseDuration, parseNumber } from "@/lib/filter/quantity-value";
import { parseQuery, type QueryProblem, type Term } from "@/lib/filter/query-text";
import { parseTime } from "@/lib/format/time";
import { scoreCondition } from "@/lib/score/score-condition";
import { isScoreField } from "@/lib/score/score-field";
import { kindLabels, kindNamed, kindOfWord, wordsOfKind } from "./call-kind";
import { namesSource, type SourceChoice } from "./source-choice";

/** The query of a page: which calls, in which time range. */
export interface CallsSelection {
  readonly projectId: string;
  readonly query: string;
  /** Where the calls come from, unless the query says it; all by default. Only for services that know sources. */
  readonly source?: SourceChoice;
  readonly areRootsOnly: boolean;
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

export interface CompiledSelection {
  readonly filter: CallsFilter;
  readonly query: QueryExpression | undefined;
  /** Terms that cannot be asked for, in their order. With one of them no call matches: all others would be other calls. */
  readonly problems: readonly QueryProblem[];
}

type FilterList = Exclude<keyof CallsFilter, "trace_roots_only">;

/** Fields with a list of their own in the interface's filter, and their path in expressions. */
const LIST_FIELDS: Readonly<Record<string, { list: FilterList; path: string }>> = {
  thread: { list: "thread_ids", path: "thread_id" },
  turn: { list: "turn_ids", path: "turn_id" },
  trace: { list: "trace_ids", path: "trace_id" },
  parent: { list: "parent_ids", path: "parent_id" },
  id: { list: "call_ids", path: "id" },
  key: { list: "svc_user_ids", path: "svc_user_id" },
  run: { list: "svc_run_ids", path: "svc_run_id" },
};

/** The end user that a call names: a field of the embedded service. */
const END_USER = "end_user";

/** The tool that a call runs: a field of the embedded service, empty in calls that run none. */
const TOOL = "tool";

/** What the exceptions of one cause have in common: a field of the embedded service. */
const FAILURE = "failure";

const STATUSES: Readonly<Record<string, string>> = {
  ok: "success",
  success: "success",
  error: "error",
  running: "running",
  "error-inside": "descendant_error",
  descendant_error: "descendant_error",
};

/** Where a call comes from: a field of the embedded service. */
const SOURCE = "source";

/** Totals that a call itself reports, over all models: fields of the embedded service. */
const TOKENS: Readonly<Record<string, string>> = {
  tokens: "summary.weave.total_tokens",
  "tokens.in": "summary.weave.prompt_tokens",
  "tokens.out": "summary.weave.completion_tokens",
  "tokens.cached": "summary.weave.cached_tokens",
};

const PAYLOAD_PATH = /^(?:inputs|output|attributes|summary)(?:\.[^.]+)*$/;

/** Fields that the user can type, for suggestions and for errors. */
const knownFields = [
  "op",
  "kind",
  "tool",
  "source",
  "status",
  "latency",
  "model",
  "name",
  "user",
  "exception",
  "failure",
  "started",
  ...Object.keys(TOKENS),
  ...Object.keys(LIST_FIELDS),
  "inputs.",
  "output.",
  "attributes.",
  "summary.",
  "score.",
] as const;

export const statusValues = ["ok", "error", "running", "error-inside"] as const;

/** The id of no call. */
const NO_CALL = "";

/** A term that the interface cannot express; the message gives the reason. */
class UnsupportedTermError extends Error {}

const field = (path: string): Operand => ({ $getField: path });
const text = (value: string): Operand => ({ $literal: value });
const any = (operands: Operand[]): Operand => (operands.length === 1 && operands[0] ? operands[0] : { $or: operands });
const not = (operand: Operand): Operand => ({ $not: [operand] });
const isSet = (path: string): Operand => not({ $eq: [field(path), { $literal: null }] });
const asNumber = (path: string): Operand => ({ $convert: { input: field(path), to: "double" } });
const contains = (path: string, value: string): Operand => ({
  $contains: { input: field(path), substr: text(value), case_insensitive: true },
});

/**
 * Compiles the query text, the grain and the range into the interface's filter and `$expr`.
 *
 * Comparisons with "less" are written as "not at least", which older services support too. Times are seconds since
 * 1970. A query with a problem matches no call, so that the calls of the other terms are not taken for its answer.
 */
export function compileSelection(selection: CallsSelection): CompiledSelection {
  const { terms, problems } = parseQuery(selection.query);
  const filter: CallsFilter = selection.areRootsOnly ? { trace_roots_only: true } : {};
  const operands: Operand[] = [];
  const refused: QueryProblem[] = [];
  for (const term of terms) {
    try {
      const operand = compileTerm(term, filter, selection.projectId);
      if (operand) operands.push(term.isNegated ? not(operand) : operand);
    } catch (error) {
      if (!(error instanceof UnsupportedTermError)) throw error;
      refused.push({ message: error.message, text: term.text, start: term.start });
    }
  }
  const source = sourceOf(selection);
  if (source !== "all") operands.push({ $eq: [field(SOURCE), text(source)] });
  if (selection.fromMs !== null) operands.push({ $gte: [field("started_at"), { $literal: selection.fromMs / 1000 }] });
  if (selection.toMs !== null) operands.push(not({ $gt: [field("started_at"), { $literal: selection.toMs / 1000 }] }));
  const [first] = operands;
  const hasProblem = problems.length + refused.length > 0;
  return {
    filter: hasProblem ? { ...filter, call_ids: [NO_CALL] } : filter,
    query: first === undefined ? undefined : { $expr: operands.length === 1 ? first : { $and: operands } },
    problems: [...problems, ...refused].sort((left, right) => left.start - right.start),
  };
}

const sourceOf = ({ query, source = "all" }: CallsSelection): SourceChoice => (namesSource(query) ? "all" : source);

/** The operand of a term, or null when the filter contains it. */
function compileTerm(term: Term, filter: CallsFilter, projectId: string): Operand | null {
  const name = term.field;
  if (name === null) return any(term.values.flatMap((value) => [contains("inputs", value), contains("output", value)]));
  if (name === "op") return compileOp(term, filter, projectId);
  if (name === "kind") return compileKind(term);
  if (name === "status") return compileStatus(term);
  if (name === "latency") return compileComparison(term, asNumber("summary.weave.latency_ms"), readLatency);
  if (name === "started") return compileComparison(term, field("started_at"), readSeconds);
  if (name === "name") return compileText(term, "display_name");
  if (name === "user") return compileUser(term);
  if (name === "exception" || name === FAILURE) return compileText(term, name);
  if (name === TOOL) return term.isPresence ? not({ $eq: [field(TOOL), text("")] }) : compileText(term, TOOL);
  if (name === SOURCE) return compileSource(term);
  if (name === "model") return compileModel(term);
  const tokens = Object.hasOwn(TOKENS, name) ? TOKENS[name] : undefined;
  if (tokens !== undefined) return compileTokens(term, tokens);
  const listed = Object.hasOwn(LIST_FIELDS, name) ? LIST_FIELDS[name] : undefined;
  if (listed) return compileListField(term, listed, filter);
  if (PAYLOAD_PATH.test(name)) return compilePath(term, name);
  if (isScoreField(name)) return compileScore(term, name);
  if (name === "cost") {
    throw new UnsupportedTermError(
      "cost is not supported: it is computed from prices when calls are read. Use tokens:>10k instead, or see spend by model and user under Costs",
    );
  }
  throw new UnsupportedTermError(`no field named ${name}; available fields: ${knownFields.join(", ")}`);
}

/** An op is named by its plain name or inside a reference of the project. */
function compileOp(term: Term, filter: CallsFilter, projectId: string): Operand | null {
  if (term.isPresence) return isSet("op_name");
  if (term.operator === "~") return any(term.values.map((value) => contains("op_name", value)));
  rejectOrderOperator(term);
  if (!term.isNegated && !filter.op_names) {
    filter.op_names = term.values.flatMap((value) => [value, `weave:///${projectId}/op/${value}:*`]);
    return null;
  }
  return any(
    term.values.flatMap((value): Operand[] => [
      { $eq: [field("op_name"), text(value)] },
      { $contains: { input: field("op_name"), substr: text(`/op/${value}:`) } },
    ]),
  );
}

/** The kind as clients name it: in capitals or not, and in their own words. A kind read from a name has none. */
function compileKind(term: Term): Operand {
  const paths = ["attributes.kind", "attributes.weave.kind"];
  if (term.isPresence) return any(paths.map(isSet));
  if (term.operator !== "=") throw new UnsupportedTermError("kind needs the name of a kind");
  return any(
    term.values.flatMap((value) => {
      const kind = kindNamed(value) ?? kindOfWord(value);
      if (kind === null)
        throw new UnsupportedTermError(`no kind named ${value}; available: ${kindLabels().join(", ")}`);
      const words = wordsOfKind(kind).flatMap((word) => [word, word.toUpperCase()]);
      return paths.flatMap((path) => words.map((word): Operand => ({ $eq: [field(path), text(word)] })));
    }),
  );
}

function compileStatus(term: Term): Operand {
  if (term.isPresence || term.operator !== "=") throw new UnsupportedTermError("status needs the name of a status");
  return any(
    term.values.map((value): Operand => {
      const status = Object.hasOwn(STATUSES, value) ? STATUSES[value] : undefined;
      if (!status) throw new UnsupportedTermError(`no status named ${value}; available: ${statusValues.join(", ")}`);
      return { $eq: [field("summary.weave.status"), text(status)] };
    }),
  );
}

function compileSource(term: Term): Operand {
  if (term.isPresence) return isSet(SOURCE);
  if (term.operator !== "=") throw new UnsupportedTermError("source needs the name of a source");
  const unknown = term.values.find((value) => !isCallSource(value));
  if (unknown !== undefined) {
    throw new UnsupportedTermError(`no source named ${unknown}; available: ${callSources.join(", ")}`);
  }
  return any(term.values.map((value): Operand => ({ $eq: [field(SOURCE), text(value)] })));
}

/**
 * Usage is stored by model under `summary.usage`, including that of descendants. A path cannot lead to a name with
 * dots, so the text of the summary is searched for the name as a member; any usage at all names its tokens.
 */
function compileModel(term: Term): Operand {
  rejectOrderOperator(term);
  const parts = term.isPresence ? ['_tokens"'] : term.values.map((value) => JSON.stringify(value));
  return any(parts.map((part): Operand => ({ $contains: { input: field("summary"), substr: text(part) } })));
}

function compileTokens(term: Term, path: string): Operand {
  if (term.isPresence) return isSet(path);
  return compileComparison(term, field(path), (value) => {
    const count = parseCount(value);
    if (count === null) throw new UnsupportedTermError(`${value} is not a number of tokens; write 500, 10k or 1.5M`);
    return count;
  });
}

function compileListField(
  term: Term,
  { list, path }: { list: FilterList; path: string },
  filter: CallsFilter,
): Operand | null {
  if (term.isPresence) return isSet(path);
  if (term.operator === "~") return any(term.values.map((value) => contains(path, value)));
  rejectOrderOperator(term);
  if (!term.isNegated && !filter[list]) {
    filter[list] = [...term.values];
    return null;
  }
  return any(term.values.map((value): Operand => ({ $eq: [field(path), text(value)] })));
}

function compileText(term: Term, path: string): Operand {
  if (term.isPresence) return isSet(path);
  if (term.operator === "~") return any(term.values.map((value) => contains(path, value)));
  rejectOrderOperator(term);
  return any(term.values.map((value): Operand => ({ $eq: [field(path), text(value)] })));
}

/**
 * The end user. Of a call that names none it is the user of the key, so that older addresses and saved views, in which
 * `user` was the key, still find their calls.
 */
function compileUser(term: Term): Operand {
  const named = not({ $eq: [field(END_USER), text("")] });
  if (term.isPresence) return named;
  return any([compileText(term, END_USER), { $and: [compileText(term, "svc_user_id"), not(named)] }]);
}

/** Values under a path are compared as text; an absent one is the empty text. Ordering needs numbers. */
function compilePath(term: Term, path: string): Operand {
  if (/"/.test(path)) throw new UnsupportedTermError(`a member whose name holds a quote cannot be asked for: ${path}`);
  if (term.isPresence) return not({ $eq: [field(path), text("")] });
  if (term.operator === "=" || term.operator === "~") return compileText(term, path);
  return compileComparison(term, asNumber(path), (value) => {
    const number = parseNumber(value);
    if (number === null)
      throw new UnsupportedTermError(`${path}: ${term.operator} compares numbers, and ${value} is none`);
    return number;
  });
}

function compileScore(term: Term, name: string): Operand {
  const condition = scoreCondition(term, name);
  if ("problem" in condition) throw new UnsupportedTermError(condition.problem);
  return condition.operand;
}

function compileComparison(term: Term, operand: Operand, read: (value: string) => number): Operand {
  if (term.isPresence) throw new UnsupportedTermError(`${term.field} takes a value, as in ${term.field}:>1`);
  if (term.operator === "~") throw new UnsupportedTermError(`${term.field} supports comparison, not search`);
  return any(
    term.values.map((written): Operand => {
      const value: Operand = { $literal: read(written) };
      if (term.operator === ">") return { $gt: [operand, value] };
      if (term.operator === ">=") return { $gte: [operand, value] };
      if (term.operator === "<") return not({ $gte: [operand, value] });
      if (term.operator === "<=") return not({ $gt: [operand, value] });
      return { $eq: [operand, value] };
    }),
  );
}

function rejectOrderOperator(term: Term): void {
  if (term.operator === "=") return;
  throw new UnsupportedTermError(`${term.field}: ${term.operator} compares numbers and times only`);
}

function readLatency(value: string): number {
  const durationMs = parseDuration(value);
  if (durationMs === null) throw new UnsupportedTermError(`${value} is not a duration; write 150ms, 2s or 1.5m`);
  return durationMs;
}

function readSeconds(value: string): number {
  const timeMs = parseTime(value);
  if (timeMs === null) throw new UnsupportedTermError(`${value} is not a time; write 2026-11-20T10:00`);
  return timeMs / 1000;
}
