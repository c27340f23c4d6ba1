import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";

const testError = z.object({
  message: z.string(),
  /** What the assertion compared, as text, where it was an assertion. */
  expected: z.string().optional(),
  actual: z.string().optional(),
  /** The line of the test or of its helpers that failed: "lib/a.test.ts:12:3". */
  place: z.string().optional(),
});

/** One attempt at one test, as a line of a runner's record. */
const testRecord = z.object({
  kind: z.literal("test"),
  /** From the project's root. */
  file: z.string(),
  /** The names of the groups around the test and its own. */
  title: z.array(z.string()),
  /** Distinguishes the same test in several projects of a runner: "PostgreSQL". */
  variant: z.string(),
  status: z.enum(["passed", "failed", "skipped"]),
  /** The number of attempts so far. */
  attempts: z.number(),
  durationMs: z.number(),
  /** Why it was skipped. */
  reason: z.string().optional(),
  /** The error of the last failed attempt. */
  error: testError.optional(),
  /** The error of the attempt before that one, where it is another: the second may fail of what the first one left. */
  firstError: testError.optional(),
});

export type TestRecord = z.infer<typeof testRecord>;

/** The time that a file took with everything around its tests: loading, set-up, tear-down. */
const fileRecord = z.object({ kind: z.literal("file"), file: z.string(), variant: z.string(), durationMs: z.number() });

type FileRecord = z.infer<typeof fileRecord>;

/** The processor time of a file's tests, with that of the processes that they started and that have ended. */
const processorRecord = z.object({ kind: z.literal("processor"), file: z.string(), ms: z.number() });

/** The last line of a runner that came to its end. */
const endRecord = z.object({ kind: z.literal("end"), errors: z.array(z.string()) });

const line = z.discriminatedUnion("kind", [testRecord, fileRecord, processorRecord, endRecord]);

type RecordLine = z.infer<typeof line>;

/** The file of a runner's record, written while it runs: a runner that dies leaves what it knew. */
export const recordFile = (runner: string): string => `build/reports/${runner.replaceAll(" ", "-")}.jsonl`;

export function startRecord(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "");
}

export function addToRecord(file: string, record: RecordLine): void {
  appendFileSync(file, `${JSON.stringify(record)}\n`);
}

/** What a runner recorded: the last attempt at each test, the times of its files, and whether it came to its end. */
export interface RunnerRecord {
  readonly tests: readonly TestRecord[];
  readonly files: readonly FileRecord[];
  /** By file, where the system reports it. */
  readonly processorMs: ReadonlyMap<string, number>;
  /** Errors outside of tests; null for a runner that did not come to its end. */
  readonly errors: readonly string[] | null;
}

type TestError = z.infer<typeof testError>;

/** True for an error that says something else than the last one. */
export const isOther = (first: TestError | undefined, last: TestError | undefined): boolean =>
  first !== undefined && first.message !== last?.message;

const nameOf = ({ file, title, variant }: TestRecord): string => JSON.stringify([variant, file, ...title]);

/** Reads a record; a last line that was cut off with its runner is left out. */
export function readRecord(file: string): RunnerRecord {
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
  const tests = new Map<string, TestRecord>();
  const files: FileRecord[] = [];
  const processorMs = new Map<string, number>();
  let errors: readonly string[] | null = null;
  for (const text of lines) {
    const read = line.parse(JSON.parse(text));
    if (read.kind === "end") errors = read.errors;
    else if (read.kind === "file") files.push(read);
    else if (read.kind === "processor") processorMs.set(read.file, Math.max(processorMs.get(read.file) ?? 0, read.ms));
    else {
      const known = tests.get(nameOf(read));
      // The error of the attempt before explains a test that passed on the second.
      const error = read.error ?? known?.error;
      const firstError = read.firstError ?? (read.error ? known?.error : undefined);
      tests.set(nameOf(read), { ...read, error, ...(isOther(firstError, error) ? { firstError } : {}) });
    }
  }
  return { tests: [...tests.values()], files, processorMs, errors };
}
