import { readingCommands } from "@/lib/api/server/mcp/program/command-line";
import { RUN_WORDS } from "@/scripts/commands/run-words";
import { OPEN_WORDS } from "@/scripts/sign-in/open-pages";
import { SKILL_WORDS } from "@/scripts/skills/skill-places";
import { SHELLS } from "./shells";

/** A command of `heddle`, and the built file that runs it. */
export interface ProgramRow {
  readonly word: string;
  /** Relative to the folder of the built program. */
  readonly file: string;
  /** The mode of the launcher; other files are programs that read the command line themselves. */
  readonly mode?: "production" | "service";
  /** True when the program reads the command itself, as backup and restore do. */
  readonly isWordRead?: boolean;
  readonly summary: string;
  /** The words that may come after it, for completion. */
  readonly words?: readonly string[];
  /** Its options, for completion; only of commands without files. */
  readonly options?: readonly string[];
}

const SIGN_IN = { file: "commands/sign-in.mjs", isWordRead: true } as const;

const programRows: readonly ProgramRow[] = [
  {
    word: "start",
    file: "launcher.mjs",
    mode: "production",
    summary: "starts dashboard and service; the default",
  },
  { word: "service", file: "launcher.mjs", mode: "service", summary: "starts only the service" },
  {
    word: "login",
    ...SIGN_IN,
    summary: "signs this machine in to a dashboard, with a code",
    options: ["--url", "--no-browser"],
  },
  { word: "logout", ...SIGN_IN, summary: "signs it out again", options: ["--url", "--all"] },
  { word: "whoami", ...SIGN_IN, summary: "prints who commands act as, and where", options: ["--url", "--json"] },
  {
    word: "open",
    ...SIGN_IN,
    summary: "opens a call, a run or another page in the browser",
    words: OPEN_WORDS,
    options: ["--workspace", "--print", "--url"],
  },
  {
    word: "key",
    file: "commands/key.mjs",
    summary: "creates, lists, limits and revokes API keys",
    words: ["create", "list", "limit", "revoke"],
  },
  {
    word: "admin",
    file: "commands/admin.mjs",
    summary: "invites accounts, resets passwords, lists accounts",
    words: ["invite", "password", "two-factor-off", "list"],
  },
  {
    word: "run",
    file: "commands/run.mjs",
    summary: "starts, watches and imports training runs",
    words: RUN_WORDS,
  },
  { word: "import", file: "commands/import.mjs", summary: "imports exported calls, conversations, sessions" },
  { word: "import-run", file: "commands/import-run.mjs", summary: "imports the training run of another program" },
  {
    word: "watch-sessions",
    file: "commands/watch-sessions.mjs",
    summary: "imports the sessions of coding agents as they grow",
  },
  {
    word: "audit-costs",
    file: "commands/audit-costs.mjs",
    summary: "recomputes tokens and costs call by call, beside those that are shown",
  },
  { word: "mark", file: "commands/mark.mjs", summary: "marks a deployment in the charts of a project" },
  {
    word: "eval",
    file: "commands/eval.mjs",
    summary: "runs an evaluation, and fails when a score fell",
    words: ["run"],
  },
  {
    word: "skills",
    file: "commands/skills.mjs",
    summary: "installs the skills of Heddle for coding agents",
    words: SKILL_WORDS,
    options: ["--user", "--folder", "--replace"],
  },
  {
    word: "backup",
    file: "commands/backup.mjs",
    isWordRead: true,
    summary: "writes everything in HEDDLE_DATA to one file",
  },
  { word: "restore", file: "commands/backup.mjs", isWordRead: true, summary: "restores a backup as a new data folder" },
  {
    word: "repair",
    file: "commands/backup.mjs",
    isWordRead: true,
    summary: "brings back from a backup what damage has lost",
  },
  {
    word: "export-project",
    file: "commands/project-files.mjs",
    isWordRead: true,
    summary: "writes everything of one project to one file",
  },
  {
    word: "import-project",
    file: "commands/project-files.mjs",
    isWordRead: true,
    summary: "imports a project from such a file",
  },
  { word: "move", file: "commands/move.mjs", summary: "copies the data of dashboard and service to PostgreSQL" },
  { word: "check-server", file: "commands/check-server.mjs", summary: "checks a ClickHouse server for CLICKHOUSE_URL" },
  {
    word: "completion",
    file: "commands/completion.mjs",
    summary: "prints the completion of commands for a shell",
    words: SHELLS,
  },
];

/** Every command of the program, in the order of its help: what completion is made of. */
export const completedCommands: readonly Pick<ProgramRow, "word" | "summary" | "words" | "options">[] = [
  ...programRows,
  ...readingCommands,
];

const WIDTH = Math.max(...programRows.map(({ word }) => word.length));

export const PROGRAM_USAGE = `heddle [COMMAND] [options]: runs Heddle on this machine.

${programRows.map(({ word, summary }) => `  ${word.padEnd(WIDTH)}  ${summary}`).join("\n")}

heddle COMMAND --help explains a command; docs/use/mcp.md describes the commands that read a dashboard:

`;

/** Returns the row of a command: `start` when there is none; undefined for a command of the agents' tools. */
export function rowFor(word: string | undefined): ProgramRow | undefined {
  return programRows.find((row) => row.word === (word ?? "start"));
}
