import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { firstOnce } from "@/test/setup/test-length";

let folder: string;

const PROGRAM = `#!/usr/bin/env node
import { endWithNpm } from "${resolve("scripts/prepare/end-with-npm.mjs")}";
endWithNpm();
process.on("SIGTERM", () => {
  console.log("stopped");
  process.exit(0);
});
setInterval(() => undefined, 1_000);
console.log("pid " + process.pid);
`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "heddle-npm-"));
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  writeFileSync(join(folder, "program.mjs"), PROGRAM, { mode: 0o755 });
  writeFileSync(
    join(folder, "node_modules/.bin/heddle"),
    `#!/bin/sh\nexec node "${join(folder, "program.mjs")}" "$@"\n`,
    { mode: 0o755 },
  );
  const scripts = { start: "node program.mjs" };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "tried", private: true, scripts }));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the program through npm, and returns npm with the program's process id and everything that it prints. */
async function start(command: string, args: readonly string[]) {
  const env = { PATH: process.env.PATH ?? "", HOME: folder, NODE_ENV: "test" } as const;
  const npm: ChildProcess = spawn(command, args, {
    cwd: folder,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  npm.stdout?.setEncoding("utf8");
  while (!/pid \d+/.test(text)) text += String((await once(npm.stdout ?? process.stdin, "data"))[0]);
  // The program holds this pipe open until it ends.
  const rest = new Promise<string>((done) => {
    npm.stdout?.on("data", (more: string) => {
      text += more;
    });
    npm.stdout?.once("end", () => done(text));
  });
  return { npm, pid: Number(/pid (\d+)/.exec(text)?.[1]), rest };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const NPX = ["npx", ["heddle"]] as const;
const NPM = ["npm", ["start"]] as const;

it.each(
  firstOnce<readonly [NodeJS.Signals, ...(typeof NPX | typeof NPM)]>(3, [
    ["SIGTERM", ...NPX],
    ["SIGKILL", ...NPM],
    ["SIGHUP", ...NPX],
    ["SIGTERM", ...NPM],
    ["SIGKILL", ...NPX],
    ["SIGHUP", ...NPM],
  ]),
)(
  "%s to %s alone ends the program that it runs, in its own orderly way",
  { timeout: 30_000 },
  async (signal, command, args) => {
    const { npm, pid, rest } = await start(command, args);
    try {
      npm.kill(signal);
      expect(await rest).toContain("stopped");
    } finally {
      if (isRunning(pid)) process.kill(pid, "SIGKILL");
    }
  },
);
