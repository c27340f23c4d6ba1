import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { SerializedError } from "vitest";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { addToRecord, isOther, recordFile, startRecord, type TestRecord } from "./test-record";

/** True for a test that this run leaves out: it belongs to `npm run test:all`. */
const isOfAnotherTier = ({ tags }: TestCase): boolean =>
  process.env.HEDDLE_TEST_TIER === "once" && tags.includes("all");

/** Writes each result to the record, as soon as it is known. */
export default class VitestReporter implements Reporter {
  private readonly file = process.env.HEDDLE_TEST_RECORD ?? recordFile("vitest");

  onInit(): void {
    startRecord(this.file);
  }

  onTestCaseResult(test: TestCase): void {
    if (!isOfAnotherTier(test)) addToRecord(this.file, recordOf(test));
  }

  onTestModuleEnd(module: TestModule): void {
    const { collectDuration, duration, environmentSetupDuration, prepareDuration, setupDuration } = module.diagnostic();
    const durationMs = collectDuration + duration + environmentSetupDuration + prepareDuration + setupDuration;
    addToRecord(this.file, { kind: "file", file: pathOf(module), variant: module.project.name, durationMs });
    // Errors outside of tests: the file could not be loaded, or a hook around all its tests failed.
    const outside = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())];
    for (const error of outside) {
      addToRecord(this.file, {
        kind: "test",
        file: pathOf(module),
        title: ["the file could not run, or not to its end"],
        variant: module.project.name,
        status: "failed",
        attempts: 1,
        durationMs: 0,
        error: errorOf(error),
      });
    }
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    addToRecord(this.file, { kind: "end", errors: unhandled.map((error) => textOf(error)) });
  }
}

const pathOf = (module: TestModule): string => relative(process.cwd(), module.moduleId);

const textOf = (error: SerializedError): string => stripVTControlCharacters(error.stack || error.message || "");

function titlesOf(test: TestCase): string[] {
  const titles: string[] = [test.name];
  for (let parent = test.parent; parent.type === "suite"; parent = parent.parent) titles.unshift(parent.name);
  return titles;
}

function errorOf(error: SerializedError): NonNullable<TestRecord["error"]> {
  const [place] = error.stacks ?? [];
  return {
    message: stripVTControlCharacters([error.message ?? "", ...causesOf(error)].join("\nCaused by: ")),
    ...(error.expected === undefined ? {} : { expected: asText(error.expected) }),
    ...(error.actual === undefined ? {} : { actual: asText(error.actual) }),
    ...(place ? { place: `${relative(process.cwd(), place.file)}:${place.line}:${place.column}` } : {}),
  };
}

/** What led to an error, as a property test says it: its own message has the drawing alone. */
function causesOf({ cause }: SerializedError): string[] {
  return cause ? [cause.message, ...causesOf(cause)] : [];
}

const asText = (value: unknown): string => (typeof value === "string" ? value : String(JSON.stringify(value)));

function recordOf(test: TestCase): TestRecord {
  const result = test.result();
  const diagnostic = test.diagnostic();
  const errors = (result.errors ?? []).map(errorOf);
  const [firstError, error] = [errors[0], errors.at(-1)];
  const status = result.state === "pending" ? "skipped" : result.state;
  return {
    kind: "test",
    file: pathOf(test.module),
    title: titlesOf(test),
    variant: test.project.name,
    status,
    attempts: (diagnostic?.retryCount ?? 0) + 1,
    durationMs: diagnostic?.duration ?? 0,
    ...(result.state === "skipped" && result.note ? { reason: result.note } : {}),
    ...(error ? { error } : {}),
    ...(isOther(firstError, error) ? { firstError } : {}),
  };
}
