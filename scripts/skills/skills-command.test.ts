import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { skillText } from "@/lib/api/server/mcp/skill/skill";
import { skills } from "@/lib/api/server/mcp/skill/skills";
import { runSkillsCommand } from "./skills-command";

let folder: string;
let surroundings: { currentFolder: string; homeFolder: string };

const run = (...args: string[]) => runSkillsCommand(args, surroundings);
const names = skills.map(({ name }) => name).toSorted();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "heddle-skills-"));
  surroundings = { currentFolder: join(folder, "project"), homeFolder: join(folder, "home") };
});

afterEach(() => rmSync(folder, { recursive: true }));

describe("heddle skills", () => {
  it.each([
    ["claude-code", ".claude/skills"],
    ["codex", ".agents/skills"],
    ["cursor", ".cursor/skills"],
  ])("writes all skills into the folder of %s, in the project or for the user", (agent, place) => {
    const { code, output } = run("install", agent);
    expect(code).toBe(0);
    const at = join(surroundings.currentFolder, place);
    expect(readdirSync(at).toSorted()).toEqual(names);
    for (const skill of skills) {
      expect(readFileSync(join(at, skill.name, "SKILL.md"), "utf8")).toBe(skillText(skill));
      expect(output).toContain(join(at, skill.name, "SKILL.md"));
    }
    expect(run("install", agent, "debugging", "--user").code).toBe(0);
    expect(readdirSync(join(surroundings.homeFolder, place))).toEqual(["heddle-debugging"]);
  });

  it("writes over a changed file only when it is told to, and otherwise writes none", () => {
    run("install", "--folder", "mine", "debugging");
    const file = join(surroundings.currentFolder, "mine/heddle-debugging/SKILL.md");
    writeFileSync(file, "my own");
    const refused = run("install", "--folder", "mine");
    expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining(file)]);
    expect(readdirSync(join(surroundings.currentFolder, "mine"))).toEqual(["heddle-debugging"]);
    expect(run("install", "--folder", "mine", "--replace").code).toBe(0);
    expect(readFileSync(file, "utf8")).toContain("# Debug with Heddle");
    // What is there unchanged is no obstacle.
    expect(run("install", "--folder", "mine").code).toBe(0);
  });

  it("lists skills, and explains what is wrong with a command line", () => {
    expect(run("list").output.split("\n")).toHaveLength(skills.length + 1);
    for (const [args, problem] of [
      [[], "Say list or install."],
      [["install"], "Name an agent"],
      [["install", "emacs"], "emacs is not known"],
      [["install", "codex", "cooking"], "There is no skill cooking"],
      [["install", "codex", "--force"], "--force"],
    ] as const) {
      const { code, errors } = run(...args);
      expect([code, errors]).toEqual([2, expect.stringContaining(problem)]);
    }
  });
});
