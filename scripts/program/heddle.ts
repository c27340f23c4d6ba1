#!/usr/bin/env node
import { engines, version } from "@/package.json";
import type { Installation } from "@/scripts/installation/command-text";
import { endWithNpm } from "@/scripts/prepare/end-with-npm.mjs";
import { PROGRAM_USAGE, rowFor } from "./program-table";

/** The program that `npx heddle` runs: starts Heddle, or passes the command line on to one of the built programs. */
const AGENT_COMMAND = "agent-command.mjs";

/** Built programs are beside this one, and run when they are imported. */
function load(file: string): Promise<unknown> {
  return import(new URL(file, import.meta.url).href);
}

interface Launcher {
  launch(mode: "production" | "service", installation: Installation): Promise<void>;
}

async function run(): Promise<void> {
  const [, , word] = process.argv;
  if (word === "--version") {
    process.stdout.write(`${version}\n`);
    return;
  }
  if (word === "--help" || word === "-h") process.stdout.write(PROGRAM_USAGE);
  const row = rowFor(word);
  if (row === undefined) {
    await load(AGENT_COMMAND);
    return;
  }
  const options = process.argv.slice(3);
  if (row.mode === undefined) {
    if (row.isWordRead !== true) process.argv.splice(2, 1);
    await load(row.file);
    return;
  }
  if (options.length > 0) {
    const isHelp = options.every((option) => option === "--help" || option === "-h");
    if (!isHelp) throw new Error(`heddle ${word} has no options: its settings are environment variables.`);
    process.stdout.write(PROGRAM_USAGE);
    return;
  }
  endWithNpm();
  const launcher = (await load(row.file)) as Launcher;
  await launcher.launch(row.mode, "package");
}

/** True for a version such as 20.9.0 when 20.18.1 is needed. */
function isOlder(running: string, needed: string): boolean {
  const [left, right] = [running, needed].map((text) => text.split(".").map(Number));
  for (const [index, part] of (right ?? []).entries()) {
    if (left?.[index] !== part) return (left?.[index] ?? 0) < part;
  }
  return false;
}

const needed = engines.node.replace(">=", "");
if (isOlder(process.versions.node, needed)) {
  console.error(`Heddle needs Node ${needed} or newer; this is Node ${process.versions.node}.`);
  process.exitCode = 1;
} else {
  try {
    await run();
  } catch (error) {
    // An error that the user can fix is printed as a sentence; a bug (TypeError and the like) with its stack.
    const isSentence = error instanceof Error && !/^(Type|Reference|Range|Syntax)Error$/.test(error.name);
    console.error(isSentence ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}
