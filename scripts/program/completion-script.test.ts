import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { completionScript } from "./completion-script";
import { completedCommands } from "./program-table";
import { SHELLS } from "./shells";

/** What bash offers behind this line, whose last word is being typed. */
function offered(line: string): string[] {
  const words = line.split(" ");
  const quoted = words.map((word) => `'${word}'`).join(" ");
  const ask = `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _heddle; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const script = `${completionScript("bash", completedCommands)}\n${ask}`;
  return execFileSync("bash", ["-c", script], { encoding: "utf8" }).trim().split("\n");
}

describe("the completion of commands", () => {
  it("offers in bash the commands, then the words and options of one", () => {
    expect(offered("heddle lo")).toEqual(["login", "logout"]);
    expect(offered("heddle run ")).toEqual(["start", "watch", "import", "--help"]);
    expect(offered("heddle calls --l")).toEqual(["--last", "--limit"]);
    expect(offered("heddle open tr")).toEqual(["trace"]);
  });

  it.each(SHELLS)("names every command in %s, and quotes nothing that ends a text early", (shell) => {
    const script = completionScript(shell, completedCommands);
    for (const { word } of completedCommands) expect(script).toMatch(new RegExp(`\\b${word}\\b`));
    for (const line of script.split("\n").filter((text) => !text.startsWith("#"))) {
      expect([line, line.split("'").length % 2]).toEqual([line, 1]);
    }
  });

  it("has one row for each command, in words that no shell reads otherwise", () => {
    const words = completedCommands.map(({ word }) => word);
    expect(new Set(words).size).toBe(words.length);
    const all = completedCommands.flatMap(({ word, words: after = [], options = [] }) => [word, ...after, ...options]);
    expect(all.filter((text) => !/^(--)?[a-z][a-z0-9-]*$/.test(text))).toEqual([]);
  });
});
