import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Skill, skillText } from "@/lib/api/server/mcp/skill/skill";
import { skills } from "@/lib/api/server/mcp/skill/skills";
import { SKILL_AGENTS, type SkillAgent } from "./skill-places";

const agentLines = Object.entries(SKILL_AGENTS).map(
  ([id, { label, folder }]) => `  ${id.padEnd(12)} ${label}: ${folder}`,
);

const USAGE = `heddle skills COMMAND: skills teach a coding agent to work with Heddle.

  list                                   lists the skills
  install AGENT [SKILL …] [--user]       writes them into the folder of an agent, here or with --user for all projects
  install --folder FOLDER [SKILL …]      writes them into another folder of skills

  --replace   also over a file that was changed

AGENT is one of
${agentLines.join("\n")}

Restart the agent, or begin a new session, to load them. The skills work with the heddle MCP server: docs/use/mcp.md.
`;

/** Where the command runs. */
export interface SkillsSurroundings {
  readonly currentFolder: string;
  readonly homeFolder: string;
}

/** What a command printed, and its exit code. */
export interface SkillsOutcome {
  readonly code: 0 | 1 | 2;
  readonly output: string;
  readonly errors: string;
}

const done = (output: string): SkillsOutcome => ({ code: 0, output, errors: "" });
const wrongUsage = (problem: string): SkillsOutcome => ({ code: 2, output: "", errors: `${problem}\n\n${USAGE}` });

const isAgent = (word: string | undefined): word is SkillAgent =>
  word !== undefined && Object.hasOwn(SKILL_AGENTS, word);

function listText(): string {
  const width = Math.max(...skills.map(({ subject }) => subject.length));
  return skills.map(({ subject, title }) => `${subject.padEnd(width)}  ${title}\n`).join("");
}

function storedText(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

function install(folder: string, chosen: readonly Skill[], shouldReplace: boolean): SkillsOutcome {
  const files = chosen.map((skill) => ({ file: join(folder, skill.name, "SKILL.md"), text: skillText(skill) }));
  const changed = files.filter(({ file, text }) => ![null, text].includes(storedText(file)));
  if (changed.length > 0 && !shouldReplace) {
    const named = changed.map(({ file }) => `  ${file}\n`).join("");
    const errors = `Nothing was written. These files are of another version or were changed; --replace writes over them:\n${named}`;
    return { code: 1, output: "", errors };
  }
  for (const { file, text } of files) {
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, text);
  }
  return done(files.map(({ file }) => `${file}\n`).join(""));
}

/** Lists the skills, or writes them into the folder of a coding agent: all of those that are named, or none. */
export function runSkillsCommand(args: readonly string[], surroundings: SkillsSurroundings): SkillsOutcome {
  let line: ReturnType<typeof readLine>;
  try {
    line = readLine(args);
  } catch (error) {
    // The parser's sentence names the option that is wrong.
    if (error instanceof TypeError) return wrongUsage(error.message);
    throw error;
  }
  const { values, positionals } = line;
  const [command, ...words] = positionals;
  if (values.help === true) return done(USAGE);
  if (command === "list" && words.length === 0) return done(listText());
  if (command !== "install") return wrongUsage("Say list or install.");
  const [agent, ...rest] = words;
  const isOther = values.folder !== undefined;
  if (!isOther && !isAgent(agent)) return wrongUsage(`Name an agent, or --folder: ${agent ?? "nothing"} is not known.`);
  const named = isOther ? words : rest;
  const unknown = named.find((word) => !skills.some(({ subject }) => subject === word));
  if (unknown !== undefined) return wrongUsage(`There is no skill ${unknown}: heddle skills list.`);
  const chosen = skills.filter(({ subject }) => named.length === 0 || named.includes(subject));
  const { currentFolder, homeFolder } = surroundings;
  const base = values.user === true ? homeFolder : currentFolder;
  const folder = values.folder ?? (isAgent(agent) ? SKILL_AGENTS[agent].folder : "");
  return install(join(base, folder), chosen, values.replace === true);
}

function readLine(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      user: { type: "boolean" },
      folder: { type: "string" },
      replace: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
}
