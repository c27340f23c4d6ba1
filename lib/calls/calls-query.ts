import type { CallsFilter } from "@/lib/api/contract/calls/calls";
import type { Operand, QueryExpression } from "@/lib/api/contract/query/query-expression";
import { parseCount, parseDuration, parseNumber } from "@/lib/filter/quantity-value";
import { parseQuery, type QueryProblem, type Term } from "@/lib/filter/query-text";
import { parseTime } from "@/lib/format/time";
import { scoreCondition } from "@/lib/score/score-condition";
import { isScoreField } from "@/lib/score/score-field";
import { kindNamed, kindOfWord, wordsOfKind } from "./call-kind";
import { type CallField, callField, callFields } from "./field-table";
import { namesSource, type SourceChoice } from "./source-choice";

/** The query of a page: which calls, in which time range. */
export interface CallsSelection {
  readonly projectId: string;
  readonly query: string;
  /** Where the calls come from, unless the query says it; all by default. Only for services that know sources. */
  readonly source?: SourceChoice;
  /** True for a service with the fields of the interface alone: kinds and models are then read from what calls say. */
  readonly isPlain?: boolean;
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

const PAYLOAD_PATH = /^(?:inputs|output|attributes|summary)(?:\.[^.]+)*$/;

/** The id of no call. */
const NO_CALL = "";

/** A term that the interface cannot express; the message gives the reason. */
class UnsupportedTermError extends Error {}

const field = (path: string): Operand => ({ $getField: path });
const text = (value: string): Operand => ({ $literal: value });
const any = (operands: Operand[]): Operand => (operands.length === 1 && operands[0] ? operands[0] : { $or: operands });
const not = (operand: Operand): Operand => ({ $not: [operand] });
const isSet = (path: string): Operand => not({ $eq: [field(path), { $literal: null }] });
const hasText = (path: string): Operand => not({ $eq: [field(path), text("")] });
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
      const operand = compileTerm(term, filter, selection);
      if (operand) operands.push(term.isNegated ? not(operand) : operand);
    } catch (error) {
      if (!(error instanceof UnsupportedTermError)) throw error;
      refused.push({ message: error.message, text: term.text, start: term.start });
    }
  }
  const source = sourceOf(selection);
  if (source !== "all") operands.push({ $eq: [field("source"), text(source)] });
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
function compileTerm(term: Term, filter: CallsFilter, selection: CallsSelection): Operand | null {
  const name = term.field;
  if (name === null) return any(term.values.flatMap((value) => [contains("inputs", value), contains("output", value)]));
  const known = callField(name);
  if (known && known.type !== "json") return compileField(term, known, filter, selection);
  if (PAYLOAD_PATH.test(name)) return compilePath(term, name);
  if (isScoreField(name)) return compileScore(term, name);
  const names = [...callFields.map((each) => each.name), "score."].join(", ");
  throw new UnsupportedTermError(`no field named ${name}; available fields: ${names}`);
}

/** A few fields have a way of their own; all others are compared by the type of their values. */
function compileField(
  term: Term,
  known: CallField,
  filter: CallsFilter,
  { projectId, isPlain = false }: CallsSelection,
): Operand | null {
  const { name, path } = known;
  if (name === "op") return compileOp(term, filter, projectId);
  if (name === "kind") return compileKind(term, known, isPlain);
  if (name === "user") return compileUser(term, known);
  switch (known.type) {
    case "model":
      return name === "model" && !isPlain ? compileOwnModel(term, known) : compileModel(term);
    case "word":
      return compileWord(term, known);
    case "duration":
      return compileComparison(term, asNumber(path), readLatency);
    case "time":
      return compileComparison(term, field(path), readSeconds);
    case "count":
      return term.isPresence ? isSet(path) : compileComparison(term, field(path), readCount);
    case "usd":
      return term.isPresence ? isSet(path) : compileComparison(term, field(path), readUsd);
    default:
      return compileText(term, known, filter);
  }
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

/** A kind is also named by the words of clients, in capitals or not. */
function compileKind(term: Term, known: CallField, isPlain: boolean): Operand {
  const values = term.values.map((value) => kindNamed(value) ?? kindOfWord(value) ?? value);
  const ofService = compileWord({ ...term, values }, known);
  return isPlain ? compileStatedKind(values) : ofService;
}

/** The kind as clients state it, in their own words. One that is read from the name of the op is not found. */
function compileStatedKind(values: readonly string[]): Operand {
  const paths = ["attributes.kind", "attributes.weave.kind"];
  if (values.length === 0) return any(paths.map(hasText));
  const words = values.flatMap((value) => wordsOfKind(kindNamed(value) ?? kindOfWord(value) ?? "op"));
  const spelled = words.flatMap((word) => [word, word.toUpperCase()]);
  return any(paths.flatMap((path) => spelled.map((word): Operand => ({ $eq: [field(path), text(word)] }))));
}

/** Where a call that failed, and has no tokens therefore, names the model that it asked. */
const ASKED_MODELS = ["attributes.model", "attributes.requested_model", "inputs.model"] as const;

/** The service has each model that a call itself asks on a line of its own. */
function compileOwnModel(term: Term, { path }: CallField): Operand {
  rejectOrderOperator(term);
  if (term.isPresence) return hasText(path);
  return any(
    term.values.flatMap((value): Operand[] => [
      { $contains: { input: field(path), substr: text(`\n${value}\n`) } },
      {
        $and: [
          { $eq: [field("summary.weave.status"), text("error")] },
          { $eq: [field(path), text("")] },
          any(ASKED_MODELS.map((asked): Operand => ({ $eq: [field(asked), text(value)] }))),
        ],
      },
    ]),
  );
}

/** The service's own words are read, too. */
function compileWord(term: Term, { name, path, words = {} }: CallField): Operand {
  const available = Object.keys(words).join(", ");
  if (term.isPresence) return isSet(path);
  if (term.operator !== "=") throw new UnsupportedTermError(`${name} needs one of ${available}`);
  return any(
    term.values.map((value): Operand => {
      const found = Object.entries(words).find((word) => word.includes(value));
      if (!found) throw new UnsupportedTermError(`no ${name} named ${value}; available: ${available}`);
      return { $eq: [field(path), text(found[1])] };
    }),
  );
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

/** The list of the filter is used once; a second term on the field is an operand. */
function compileText(term: Term, { path, list, isEmptyText }: CallField, filter: CallsFilter): Operand | null {
  if (term.isPresence) return isEmptyText ? hasText(path) : isSet(path);
  if (list && term.operator === "=" && !term.isNegated && !filter[list]) {
    filter[list] = [...term.values];
    return null;
  }
  return compareText(term, path);
}

function compareText(term: Term, path: string): Operand {
  if (term.operator === "~") return any(term.values.map((value) => contains(path, value)));
  rejectOrderOperator(term);
  return any(term.values.map((value): Operand => ({ $eq: [field(path), text(value)] })));
}

/**
 * The end user. Of a call that names none it is the user of the key, so that older addresses and saved views, in which
 * `user` was the key, still find their calls.
 */
function compileUser(term: Term, { path }: CallField): Operand {
  if (term.isPresence) return hasText(path);
  return any([compareText(term, path), { $and: [compareText(term, "svc_user_id"), not(hasText(path))] }]);
}

/** Values under a path are compared as text; an absent one is the empty text. Ordering needs numbers. */
function compilePath(term: Term, path: string): Operand {
  if (/"/.test(path)) throw new UnsupportedTermError(`a member whose name holds a quote cannot be asked for: ${path}`);
  if (term.isPresence) return hasText(path);
  if (term.operator === "=" || term.operator === "~") return compareText(term, path);
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

function readCount(value: string): number {
  const count = parseCount(value);
  if (count === null) throw new UnsupportedTermError(`${value} is not a number; write 500, 10k or 1.5M`);
  return count;
}

function readUsd(value: string): number {
  const amount = parseNumber(value.replace(/^\$/, ""));
  if (amount === null) throw new UnsupportedTermError(`${value} is not an amount; write 0.01 or $2.50`);
  return amount;
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
