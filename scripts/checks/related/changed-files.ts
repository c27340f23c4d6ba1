import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

const git = (...args: string[]): string[] =>
  execFileSync("git", args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024, stdio: ["ignore", "pipe", "pipe"] })
    .split("\0")
    .filter((file) => file !== "");

/**
 * Returns the files that differ from a commit: those of later commits, changed and new ones. Deleted ones are omitted.
 *
 * @throws Error when the commit does not exist.
 */
export function changedFiles(base: string): string[] {
  const since = git("diff", "--name-only", "-z", base);
  const untracked = git("ls-files", "--others", "--exclude-standard", "-z");
  return [...new Set([...since, ...untracked])].filter((file) => existsSync(file));
}

/** The commit that a branch left its main line at; the last commit where it is the main line itself. */
export function defaultBase(): string {
  for (const main of ["origin/main", "origin/master"]) {
    try {
      return execFileSync("git", ["merge-base", "HEAD", main], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }).trim();
    } catch {
      // A checkout without this branch.
    }
  }
  return "HEAD";
}
