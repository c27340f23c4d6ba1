import type { Thread } from "@/lib/api/contract/calls/threads";
import { parseDuration, parseNumber } from "@/lib/filter/quantity-value";
import { type Operator, parseQuery, type QueryProblem, type Term } from "@/lib/filter/query-text";

/** Fields that the user can type, with a hint of their values. */
export const threadFields = [
  { field: "thread", hint: "id, or ~part of it" },
  { field: "p99", hint: ">1s, <150ms" },
  { field: "p50", hint: ">1s, <150ms" },
  { field: "turns", hint: ">5" },
] as const;

/** First and last message of a thread in lower case; null while they have not been read. */
type Messages = string | null;

type LocalTest = (thread: Thread, messages: Messages) => boolean;

/** The typed query in two halves: the request to the service, and the search in the loaded rows. */
export interface ThreadsQuery {
  /** Threads to request from the service; null for all. */
  readonly threadIds: readonly string[] | null;
  readonly tests: readonly LocalTest[];
  /** The messages of all loaded rows are needed, not only of those on the screen. */
  readonly shouldSearchMessages: boolean;
  readonly termCount: number;
  readonly problems: readonly QueryProblem[];
}

/** An unsupported term; the message gives the reason. */
class UnsupportedTermError extends Error {}

/**
 * Reads the query text of the threads page. Ids go to the service; its operation supports no other filter, so figures
 * and text are compared here, in loaded rows.
 */
export function threadsQuery(text: string): ThreadsQuery {
  const { terms, problems } = parseQuery(text);
  const refused: QueryProblem[] = [];
  const tests: LocalTest[] = [];
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
      const test = localTest(term);
      tests.push(term.isNegated ? (thread, messages) => !test(thread, messages) : test);
    } catch (error) {
      if (!(error instanceof UnsupportedTermError)) throw error;
      refused.push({ message: error.message, text: term.text, start: term.start });
    }
  }
  return {
    threadIds,
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
      const names = threadFields.map(({ field }) => field).join(", ");
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
