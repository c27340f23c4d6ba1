import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { TestRecord } from "@/scripts/checks/records/test-record";

/** The number of second attempts from which a test fails the run. */
const MAX_SECOND_ATTEMPTS = 3;

/** For each test the times at which it passed on the second attempt only. */
const history = z.record(z.string(), z.array(z.iso.datetime()));

export type AttemptHistory = z.infer<typeof history>;

/** A test that is known to need a second attempt. */
const unsteadyTest = z.object({
  /** As {@link testName} writes it. */
  test: z.string(),
  cause: z.string(),
  /** When its cause was mended; second attempts before then do not count. */
  mendedAt: z.iso.datetime().optional(),
});

export type UnsteadyTest = z.infer<typeof unsteadyTest>;

/** The history of this machine: outside of the checkout, since a run often starts with a new clone. */
export const historyFile = (environment: Readonly<Record<string, string | undefined>> = process.env): string =>
  environment.HEDDLE_TEST_HISTORY ??
  join(environment.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "heddle", "second-attempts.json");

/** Data of the repository: the tests that needed a second attempt, each with its cause. */
const UNSTEADY_TESTS = "test/unsteady-tests.json";

export const testName = ({ file, title, variant }: TestRecord): string =>
  [file, ...(variant.includes("PostgreSQL") ? ["on PostgreSQL"] : []), ...title].join(" › ");

/** Reads the history; one that cannot be read counts as empty, with a sentence. */
export function readHistory(file: string): { readonly history: AttemptHistory; readonly problem?: string } {
  if (!existsSync(file)) return { history: {} };
  try {
    return { history: history.parse(JSON.parse(readFileSync(file, "utf8"))) };
  } catch {
    return { history: {}, problem: `${file} cannot be read and is begun again.` };
  }
}

export function writeHistory(file: string, entries: AttemptHistory): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(entries, null, 2)}\n`);
}

export function readUnsteadyTests(file = UNSTEADY_TESTS): readonly UnsteadyTest[] {
  return existsSync(file) ? z.array(unsteadyTest).parse(JSON.parse(readFileSync(file, "utf8"))) : [];
}

/** Adds the second attempts of a run. */
export function withRun(before: AttemptHistory, unsteady: readonly TestRecord[], at: Date): AttemptHistory {
  const after = { ...before };
  for (const test of unsteady) {
    const name = testName(test);
    after[name] = [...(after[name] ?? []), at.toISOString()];
  }
  return after;
}

/** One sentence for each test of this run that has now needed a second attempt too often. */
export function tooUnsteady(
  entries: AttemptHistory,
  unsteady: readonly TestRecord[],
  known: readonly UnsteadyTest[],
): readonly string[] {
  return unsteady.flatMap((test) => {
    const name = testName(test);
    const listed = known.find((each) => each.test === name);
    const counted = (entries[name] ?? []).filter((at) => listed?.mendedAt === undefined || at > listed.mendedAt);
    if (counted.length < MAX_SECOND_ATTEMPTS) return [];
    const cause = listed === undefined ? `its cause is not in ${UNSTEADY_TESTS}` : `cause: ${listed.cause}`;
    return [`${name}\n    passed on the second attempt only, for the ${ordinal(counted.length)} time; ${cause}`];
  });
}

const ordinal = (count: number): string => `${count}${count === 3 ? "rd" : "th"}`;
