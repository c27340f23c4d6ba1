import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";
import { projectFolder } from "../../prepare/project.mjs";
import { readRecord } from "./test-record";

const run = promisify(execFile);

let folder: string;

beforeEach(() => {
  // Inside the project, so that the tests find its packages.
  mkdirSync(join(projectFolder, "build"), { recursive: true });
  folder = mkdtempSync(join(projectFolder, "build", "reported-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("records each attempt's result, what a test left out, and a file whose process died", async () => {
  writeFileSync(
    join(folder, "a.test.ts"),
    `import { expect, it } from "vitest";
    let attempts = 0;
    it("adds", () => expect({ sum: 1 + 1 }).toEqual({ sum: 3 }));
    it("needs a second attempt", () => expect(attempts++).toBe(1));
    it("fails of what its first attempt left", () => { if (attempts++ < 3) throw new Error("first"); throw new Error("second"); });
    it("says why", () => { throw new Error("a drawing", { cause: new Error("the reason") }); });
    it("is not for this machine", (context) => context.skip("no helm"));
    it("is of test:all", { tags: ["all"] }, () => {});`,
  );
  writeFileSync(
    join(folder, "dies.test.ts"),
    `import { it } from "vitest"; it("dies", () => process.kill(process.pid, "SIGKILL"));`,
  );
  writeFileSync(join(folder, "vitest.config.ts"), `export default { test: { tags: [{ name: "all" }] } };`);
  const record = join(folder, "record.jsonl");
  const reporter = join(projectFolder, "scripts/checks/records/vitest-reporter.ts");
  const args = ["node_modules/vitest/vitest.mjs", "run", "--root", folder, "--retry=1", `--reporter=${reporter}`];
  const env = { ...process.env, HEDDLE_TEST_RECORD: record, HEDDLE_TEST_TIER: "once", VITEST: undefined };
  const code = await run(process.execPath, [...args, "--tags-filter=!all"], { cwd: projectFolder, env }).then(
    () => 0,
    (error: { code: number }) => error.code,
  );
  expect(code).toBe(1);
  const { tests, errors } = readRecord(record);
  const seen = tests.map(({ title, status, attempts, reason, error }) => [
    title.join(),
    status,
    attempts,
    reason,
    error?.expected,
  ]);
  expect(seen).toEqual(
    expect.arrayContaining([
      ["adds", "failed", 2, undefined, expect.stringContaining("3")],
      ["needs a second attempt", "passed", 2, undefined, "1"],
      ["fails of what its first attempt left", "failed", 2, undefined, undefined],
      ["is not for this machine", "skipped", 1, "no helm", undefined],
    ]),
  );
  expect(tests.find(({ title }) => title.join().startsWith("fails of"))).toMatchObject({
    error: { message: "second" },
    firstError: { message: "first", place: expect.stringContaining("a.test.ts") },
  });
  expect(tests.find(({ title }) => title.join() === "says why")?.error?.message).toBe(
    "a drawing\nCaused by: the reason",
  );
  expect(tests.map(({ title }) => title.join())).not.toContain("is of test:all");
  // The process that died counts as a failure, in its file or outside of it.
  expect([
    ...tests.filter(({ file, status }) => file.includes("dies") && status === "failed"),
    ...(errors ?? []),
  ]).not.toEqual([]);
});
