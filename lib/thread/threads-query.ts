import { MAX_THREAD_CONDITIONS } from "@/lib/api/contract/calls/thread-conditions";
import type { Thread, ThreadsCallsFilter } from "@/lib/api/contract/calls/threads";
import { type CallsSelection, compileSelection } from "@/lib/calls/calls-query";
import { callField, callFields } from "@/lib/calls/field-table";
import { namesSource, type SourceChoice } from "@/lib/calls/source-choice";
import { parseDuration, parseNumber } from "@/lib/filter/quantity-value";
import { type Operator, parseQuery, type QueryProblem, type Term } from "@/lib/filter/query-text";
import { isScoreField } from "@/lib/score/score-field";

/** Fields that the user can type, with a hint of their values. */
export const threadFields = [
  { field: "thread", hint: "id, or ~part of it" },
  { field: "p99", hint: ">1s, <150ms" },
  { field: "p50", hint: ">1s, <150ms" },
  { field: "turns", hint: ">5" },
] as const;

/** A thread matches when one of its calls does, where the service supports that. */
const isCallField = (name: string): boolean =>
  callField(name)?.isOfThreads ?? /^(?:attributes|summary|score)\..+$/s.test(name);

/** First and last message of a thread in lower case; null while they have not been read. */
type Messages = string | null;

type LocalTest = (thread: Thread, messages: Messages) => boolean;

/** The typed query in two halves: the request to the service, and the search in the loaded rows. */
export interface ThreadsQuery {
  /** Threads to request from the service; null for all. */
  readonly threadIds: readonly string[] | null;
  /** Conditions on the calls of a thread, for the service. */
  readonly calls: readonly ThreadsCallsFilter[];
  /** The scores among those conditions. */
  readonly scoreFields: readonly string[];
  readonly tests: readonly LocalTest[];
  /** The messages of all loaded rows are needed, not only of those on the screen. */
  readonly shouldSearchMessages: boolean;
  readonly termCount: number;
  readonly problems: readonly QueryProblem[];
}

/** An unsupported term; the message gives the reason. */
class UnsupportedTermError extends Error {}

interface QueryOptions {
  /** For references to ops. */
  readonly projectId?: string;
  /** False for a service that filters threads by id only: it would ignore the conditions. */
  readonly canFilterCalls?: boolean;
  /** Where the turns come from, unless the query says it; only for services that know sources. */
  readonly source?: SourceChoice;
}

/**
 * Reads the query text of the threads page. Ids and terms about calls go to the service; figures and text are compared
 * here, in loaded rows. Each term about calls holds for some call of the thread, and a negated one for none.
 */
export function threadsQuery(
  text: string,
  { projectId = "", canFilterCalls = true, source = "all" }: QueryOptions = {},
): ThreadsQuery {
  const { terms, problems } = parseQuery(text);
  const refused: QueryProblem[] = [];
  const tests: LocalTest[] = [];
  const calls: ThreadsCallsFilter[] = [];
  let threadIds: readonly string[] | null = null;
  for (const term of terms) {
    if (isExactId(term)) {
      threadIds = both(threadIds, term.values);
      // Two different ids at once: no thread has both, while an empty list would request all. A service may also ignore
      // the filter.
      const ids = threadIds;
      tests.push(({ thread_id }) => ids.includes(thread_id));
      continue;
    }
    try {
      if (term.field !== null && isCallField(term.field)) {
        if (!canFilterCalls) throw new UnsupportedTermError(`${term.field}: this service filters threads by id only`);
        // One more is that on the source.
        if (calls.length === MAX_THREAD_CONDITIONS - 1)
          throw new UnsupportedTermError(`at most ${MAX_THREAD_CONDITIONS - 1} conditions on calls`);
        calls.push(callsCondition(term, projectId));
        continue;
      }
      const test = localTest(term);
      tests.push(term.isNegated ? (thread, messages) => !test(thread, messages) : test);
    } catch (error) {
      if (!(error instanceof UnsupportedTermError)) throw error;
      refused.push({ message: error.message, text: term.text, start: term.start });
    }
  }
  if (source !== "all" && !namesSource(text)) calls.push(compiledCalls({ projectId, query: "", source }));
  // The threads of the other terms are not the answer of a query with a problem.
  if (problems.length + refused.length > 0) tests.push(() => false);
  return {
    threadIds,
    calls,
    scoreFields: terms.flatMap(({ field }) => (field !== null && isScoreField(field) ? [field] : [])),
    tests,
    shouldSearchMessages: terms.some((term) => term.field === null),
    termCount: terms.length,
    problems: [...problems, ...refused].sort((left, right) => left.start - right.start),
  };
}

/** Returns whether a loaded thread matches the comparisons made here. */
export function matchesThread(query: ThreadsQuery, thread: Thread, messages: Messages): boolean {
  return query.tests.every((test) => test(thread, messages));
}

function callsCondition(term: Term, projectId: string): ThreadsCallsFilter {
  const query = term.isNegated ? term.text.slice(1) : term.text;
  return { ...compiledCalls({ projectId, query }), ...(term.isNegated ? { none: true } : {}) };
}

/** @throws UnsupportedTermError */
function compiledCalls(calls: Pick<CallsSelection, "projectId" | "query" | "source">): ThreadsCallsFilter {
  const { filter, query, problems } = compileSelection({ ...calls, areRootsOnly: false, fromMs: null, toMs: null });
  const [problem] = problems;
  if (problem) throw new UnsupportedTermError(problem.message);
  return { filter, ...(query ? { query } : {}) };
}

function both(left: readonly string[] | null, right: readonly string[]): readonly string[] {
  return left === null ? right : left.filter((id) => right.includes(id));
}

function isExactId(term: Term): boolean {
  return term.field === "thread" && term.operator === "=" && !term.isNegated && !term.isPresence;
}

function localTest(term: Term): LocalTest {
  const wanted = term.values.map((value) => value.toLowerCase());
  switch (term.field) {
    case null:
      return ({ thread_id }, messages) =>
        wanted.some((words) => thread_id.toLowerCase().includes(words) || (messages?.includes(words) ?? false));
    case "thread":
      if (term.isPresence) return () => true;
      if (term.operator === "=") return ({ thread_id }) => term.values.includes(thread_id);
      if (term.operator !== "~")
        throw new UnsupportedTermError("thread: compares ids; write thread:id or thread:~part");
      return ({ thread_id }) => wanted.some((part) => thread_id.toLowerCase().includes(part));
    case "p50":
      return comparison(term, parseDuration, "duration; write 150ms, 2s or 1.5m", (row) => row.p50_turn_duration_ms);
    case "p99":
      return comparison(term, parseDuration, "duration; write 150ms, 2s or 1.5m", (row) => row.p99_turn_duration_ms);
    case "turns":
      return comparison(term, parseNumber, "number; write 5", (row) => row.turn_count);
    default: {
      const ofCalls = callFields.filter(({ isOfThreads }) => isOfThreads).map(({ name }) => name);
      const names = [...threadFields.map(({ field }) => field), ...ofCalls].join(", ");
      throw new UnsupportedTermError(`no field named ${term.field}; available fields: ${names}`);
    }
  }
}

function comparison(
  term: Term,
  read: (text: string) => number | null,
  what: string,
  figureOf: (thread: Thread) => number | null | undefined,
): LocalTest {
  if (term.operator === "~")
    throw new UnsupportedTermError(`${term.field}: needs a comparison; write ${term.field}:>1`);
  if (term.isPresence) return (thread) => typeof figureOf(thread) === "number";
  const bounds = term.values.map((text) => {
    const value = read(text);
    if (value === null) throw new UnsupportedTermError(`${text} is not a ${what}`);
    return value;
  });
  return (thread) => {
    const value = figureOf(thread);
    return typeof value === "number" && bounds.some((bound) => isComparable(term.operator, value, bound));
  };
}

function isComparable(operator: Operator, value: number, bound: number): boolean {
  if (operator === ">") return value > bound;
  if (operator === ">=") return value >= bound;
  if (operator === "<") return value < bound;
  if (operator === "<=") return value <= bound;
  return value === bound;
}
