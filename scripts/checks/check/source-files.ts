import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Returns the tracked and new files of the project that match, as paths from its root, without ignored files. */
export function sourceFiles(...patterns: string[]): string[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z", ...patterns], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return listed.split("\0").filter((file) => file !== "" && existsSync(file));
}
