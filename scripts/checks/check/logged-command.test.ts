import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { afterAll, expect, it, vi } from "vitest";

const NAME = "a command of a test";
const LOG = "build/reports/a-command-of-a-test.log";

afterAll(() => rmSync(LOG, { force: true }));

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

it("a command ends with the run that a signal ends", async () => {
  const script = "console.log(process.pid); setInterval(() => undefined, 1000);";
  const run = `import("./scripts/checks/check/logged-command.ts").then(({ runLogged }) => runLogged(${JSON.stringify(NAME)}, ["-e", ${JSON.stringify(script)}]))`;
  rmSync(LOG, { force: true });
  const parent = spawn(process.execPath, ["--import", "tsx", "-e", run], { stdio: "ignore" });
  const pid = await vi.waitFor(
    () => {
      const printed = Number(readFileSync(LOG, "utf8"));
      if (!printed) throw new Error("The command has not begun.");
      return printed;
    },
    { timeout: 60_000 },
  );
  const ended = once(parent, "exit");
  parent.kill("SIGTERM");
  expect(await ended).toEqual([1, null]);
  expect(isAlive(pid)).toBe(false);
});
