import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Supervised, supervise } from "./supervise";

describe("supervise", () => {
  let folder: string;
  let running: Supervised[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "heddle-supervise-"));
    running = [];
  });

  afterEach(async () => {
    await Promise.all(running.map((each) => each.stop(1_000)));
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a script that says "ready" on its output when it is. */
  function run(script: string) {
    const file = join(folder, "program.mjs");
    writeFileSync(file, script);
    const lines: string[] = [];
    const notices: string[] = [];
    const restarts: unknown[] = [];
    const supervised = supervise(
      {
        name: "service",
        args: [file],
        env: { ...process.env, FOLDER: folder },
        waitUntilReady: (signal) =>
          vi.waitFor(() => {
            signal.throwIfAborted();
            expect(lines).toContain("ready");
          }, 10_000),
      },
      {
        onLine: (line) => lines.push(line),
        onNotice: (notice) => notices.push(notice),
        onRestart: (restart) => restarts.push(restart),
        firstRestartDelayMs: 10,
      },
    );
    running.push(supervised);
    return { supervised, lines, notices, restarts };
  }

  const STAY = "setInterval(() => {}, 1000); console.log('ready');";

  it("is ready when the program responds, and passes on every line it writes", async () => {
    const { supervised, lines } = run(`console.error('to stderr'); ${STAY}`);
    await supervised.ready;
    await expect.poll(() => lines).toContain("to stderr");
  });

  it("restarts a program that crashed, and says so", async () => {
    const { supervised, lines, notices } = run(`console.log('pid ' + process.pid); ${STAY}`);
    await supervised.ready;
    const pid = Number(lines.find((line) => line.startsWith("pid "))?.slice(4));
    process.kill(pid, "SIGKILL");
    await expect.poll(() => lines.filter((line) => line.startsWith("pid "))).toHaveLength(2);
    expect(notices[0]).toBe("The service was ended by SIGKILL; restarting it in 0.01 s.");
    await expect.poll(() => notices).toContain("The service is ready again.");
  });

  it("reports each end of a program that crashes again and again, with the time of its next start", async () => {
    const { supervised, restarts } = run(`${STAY} setTimeout(() => process.exit(3), 500);`);
    await supervised.ready;
    const ends = () => restarts.filter((restart) => restart !== null);
    await expect.poll(() => ends().length).toBeGreaterThan(2);
    const at = expect.any(Number);
    expect(ends().slice(0, 3)).toEqual(
      [1, 2, 3].map((count) => ({ cause: "ended with code 3", count, restartsAtMs: at })),
    );
  });

  it("passes messages to a program, also to one that is restarted later", async () => {
    const { supervised, lines } = run(
      `process.on("message", ({ text }) => console.log(process.pid + " " + text)); ${STAY}`,
    );
    await supervised.ready;
    supervised.tell({ text: "first" });
    supervised.tell({ text: "second" });
    await expect.poll(() => lines.filter((line) => / (?:first|second)$/.test(line))).toHaveLength(2);
    process.kill(Number.parseInt(lines.find((line) => line.endsWith(" second")) ?? "", 10), "SIGKILL");
    await expect.poll(() => lines.filter((line) => line.endsWith(" second"))).toHaveLength(2);
    expect(lines.filter((line) => line.endsWith(" first"))).toHaveLength(1);
  });

  it("does not retry a start that failed before the program responded", async () => {
    const { supervised, lines, notices } = run("console.error('the setting is wrong'); process.exitCode = 3;");
    await expect(supervised.ready).rejects.toThrow("The service ended with code 3 before it was ready.");
    await supervised.stop(1_000);
    expect(lines).toEqual(["the setting is wrong"]);
    expect(notices).toEqual([]);
  });

  it("does not restart a program that ends by itself while others are stopped", async () => {
    const { supervised, lines, notices } = run(`console.log('pid ' + process.pid); ${STAY}`);
    await supervised.ready;
    supervised.expectEnd();
    process.kill(Number(lines.find((line) => line.startsWith("pid "))?.slice(4)), "SIGINT");
    await supervised.stop(5_000);
    expect(notices).toEqual([]);
    expect(lines.filter((line) => line.startsWith("pid "))).toHaveLength(1);
  });

  it("asks a program to end and does not restart it", async () => {
    const { supervised, notices } = run(
      `import { writeFileSync } from "node:fs";
       process.on("SIGTERM", () => { writeFileSync(process.env.FOLDER + "/left", "in peace"); process.exit(0); });
       ${STAY}`,
    );
    await supervised.ready;
    await supervised.stop(5_000);
    expect(readFileSync(join(folder, "left"), "utf8")).toBe("in peace");
    expect(notices).toEqual([]);
  });

  it("kills a program that does not end when asked", async () => {
    const { supervised, lines } = run(`process.on("SIGTERM", () => {}); console.log('pid ' + process.pid); ${STAY}`);
    await supervised.ready;
    await supervised.stop(50);
    const pid = Number(lines.find((line) => line.startsWith("pid "))?.slice(4));
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });
});
