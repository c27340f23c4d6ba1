import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { sourceFiles } from "@/scripts/checks/check/source-files";
import { type Mutation, mutated } from "./mutation";

/** Packages as links to the same files; where the folder is on another file system, as one link. */
function linkPackages(folder: string): void {
  try {
    execFileSync("cp", ["-al", "node_modules", folder], { stdio: "ignore" });
  } catch {
    rmSync(join(folder, "node_modules"), { recursive: true, force: true });
    symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  }
}

/** A copy of the sources in a temporary folder, which is removed when this process ends. */
export class TreeCopy {
  readonly folder = mkdtempSync(join(tmpdir(), "heddle-mutations-"));

  constructor() {
    process.once("exit", () => rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 }));
    for (const file of sourceFiles()) {
      mkdirSync(join(this.folder, dirname(file)), { recursive: true });
      cpSync(file, join(this.folder, file));
    }
    linkPackages(this.folder);
    // Checks of the sources ask git for their files.
    execFileSync("git", ["init", "--quiet"], { cwd: this.folder });
  }

  /** Builds the programs and the dashboard of the copy, where its sources changed. */
  build(): void {
    const code = 'const { buildPrograms, buildDashboard } = await import("./scripts/prepare/build.mjs");';
    const args = ["--input-type=module", "-e", `${code} await buildPrograms(); await buildDashboard();`];
    execFileSync(process.execPath, args, { cwd: this.folder, stdio: ["ignore", "ignore", "inherit"] });
  }

  /** Runs a step while a defense is missing. @throws OutdatedMutationError */
  async without<Result>(mutation: Mutation, step: () => Promise<Result>): Promise<Result> {
    const file = join(this.folder, mutation.file);
    const source = readFileSync(file, "utf8");
    const changed = mutated(source, mutation);
    writeFileSync(file, changed);
    try {
      return await step();
    } finally {
      writeFileSync(file, source);
    }
  }
}
