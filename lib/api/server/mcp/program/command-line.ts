import { parseArgs } from "node:util";
import { UsageError } from "./usage-error";

/** A command: the tool that it calls, and what stands after its name. */
interface Command {
  readonly tool: string;
  /** The input that the words after the command fill: each is an item of a list; several are joined for a text of words. */
  readonly positional: string | null;
  /** The member of the answer whose items `--json` prints line by line; the whole answer without it. */
  readonly rows: string | null;
  readonly summary: string;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  workspaces: { tool: "list_workspaces", positional: null, rows: "workspaces", summary: "list workspaces" },
  calls: { tool: "find_calls", positional: "query", rows: "calls", summary: "find calls: heddle calls 'status:error'" },
  figures: { tool: "figures", positional: "query", rows: null, summary: "count calls: errors, latency, tokens, cost" },
  issues: {
    tool: "issues",
    positional: "state",
    rows: "issues",
    summary: "what fails again and again: heddle issues new",
  },
  trace: { tool: "read_trace", positional: "trace_id", rows: "calls", summary: "the tree of a trace" },
  call: { tool: "read_call", positional: "call_id", rows: null, summary: "one call, or one of its payloads (--field)" },
  threads: { tool: "threads", positional: "thread_id", rows: null, summary: "list threads, or read one" },
  objects: { tool: "objects", positional: "object_id", rows: "versions", summary: "objects and their versions" },
  rows: { tool: "objects", positional: "rows_of", rows: "rows", summary: "rows of a dataset: heddle rows NAME:latest" },
  prices: { tool: "prices", positional: "model", rows: "prices", summary: "prices of models" },
  sql: {
    tool: "query_sql",
    positional: "sql",
    rows: "rows",
    summary: "a query: heddle sql 'SELECT op, count() FROM calls GROUP BY op'",
  },
  evaluations: {
    tool: "evaluations",
    positional: "run_ids",
    rows: null,
    summary: "list evaluations, read or compare them",
  },
  runs: {
    tool: "training_runs",
    positional: "run_id",
    rows: null,
    summary: "training runs, or one with its iterations",
  },
  reviews: { tool: "review_queues", positional: "queue_id", rows: null, summary: "review queues, or the items of one" },
  watches: { tool: "watches", positional: null, rows: null, summary: "watches and what they reported" },
  jobs: { tool: "training", positional: "job_id", rows: null, summary: "training jobs, or one with its metrics" },
};

/** Options of every command here; others are the inputs of its tool. */
const OPTIONS = ["--workspace", "--last", "--since", "--until", "--limit", "--json", "--url", "--key-file"] as const;

/** The commands that read a dashboard, as completion names them. */
export const readingCommands = Object.entries(COMMANDS).map(([word, { summary }]) => ({
  word,
  summary,
  options: OPTIONS,
}));

const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));

export const COMMAND_USAGE = `heddle COMMAND [WORDS] [options]: reads a Heddle dashboard.

${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
  .join("\n")}

  --workspace NAME   may be omitted when there is only one
  --last 24h         or --since TIME --until TIME
  --limit N          rows to return
  --json             JSON lines for programs, instead of tables
  --NAME VALUE       any other input of the command's tool, such as --sort slowest, --group-by model
  --url, --key-file  instead of HEDDLE_URL and HEDDLE_AGENT_KEY; without a key, what heddle login stored

Exit codes: 0 done, 1 the request failed, 2 the command line is wrong, 3 the dashboard cannot be reached or rejects the key.
`;

/** What was asked on the command line. */
export interface CommandLine {
  readonly command: Command;
  readonly isJson: boolean;
  readonly url: string | undefined;
  readonly keyFile: string | undefined;
  /** By the tool's names, as they were typed. */
  readonly options: ReadonlyMap<string, string | true>;
  readonly words: readonly string[];
}

/** @returns null when help was asked for. @throws UsageError for an unknown command */
export function readCommandLine(args: readonly string[]): CommandLine | null {
  const { tokens } = parseArgs({ args: [...args], strict: false, tokens: true, allowPositionals: true });
  if (args.length === 0 || args.includes("--help") || args.includes("-h")) return null;
  const options = new Map<string, string | true>();
  const words: string[] = [];
  let last: string | null = null;
  for (const token of tokens) {
    if (token.kind === "option") {
      if (!token.rawName.startsWith("--"))
        throw new UsageError(`Unknown option ${token.rawName}. Write a query that begins with - after --.`);
      last = token.name.replaceAll("-", "_");
      if (options.has(last)) throw new UsageError(`${token.rawName} is given twice.`);
      options.set(last, token.value ?? true);
      if (token.value !== undefined || FLAGS.has(last)) last = null;
    } else if (token.kind === "positional") {
      // A word after an option without a value is its value.
      if (last === null) words.push(token.value);
      else options.set(last, token.value);
      last = null;
    }
  }
  const [name = "", ...rest] = words;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(`There is no command ${JSON.stringify(name)}.`);
  const take = (option: string) => {
    const value = options.get(option);
    options.delete(option);
    if (value === true) throw new UsageError(`--${option.replaceAll("_", "-")} needs a value.`);
    return value;
  };
  const isJson = options.delete("json");
  return { command, isJson, url: take("url"), keyFile: take("key_file"), options, words: rest };
}

/** Inputs that are a text of words, which are joined. */
const JOINED: ReadonlySet<string | null> = new Set(["query", "sql"]);

/** Options without a value. */
const FLAGS = new Set(["json", "roots_only", "compare_with_previous", "with_scores", "figures"]);

/** The part of a JSON schema that turns text into a value. */
export interface InputSchema {
  readonly properties?: Readonly<Record<string, unknown>> | undefined;
}

function typeOf(schema: unknown): string | null {
  const type = typeof schema === "object" && schema !== null && "type" in schema ? schema.type : null;
  return typeof type === "string" ? type : null;
}

const JSON_WORDS: Readonly<Record<string, string>> = { array: "a JSON list", object: "a JSON object" };

function optionValue(name: string, text: string | true, schema: unknown): unknown {
  const option = `--${name.replaceAll("_", "-")}`;
  const type = typeOf(schema);
  if (type === "boolean") return text === true || text === "true";
  if (text === true) throw new UsageError(`${option} needs a value.`);
  if (type !== "integer" && type !== "number" && type !== "array" && type !== "object") return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${option} needs ${JSON_WORDS[type] ?? "a number"}, not ${JSON.stringify(text)}.`);
  }
}

/**
 * Turns options and words into the input of a tool, by the schema that the dashboard gives.
 *
 * @throws UsageError for an option that the tool does not have
 */
export function toolInput({ command, options, words }: CommandLine, schema: InputSchema): Record<string, unknown> {
  const properties = schema.properties ?? {};
  const input: Record<string, unknown> = {};
  for (const [name, text] of options) {
    if (!Object.hasOwn(properties, name)) {
      const names = Object.keys(properties).map((known) => `--${known.replaceAll("_", "-")}`);
      throw new UsageError(`There is no option --${name.replaceAll("_", "-")} here. Available: ${names.join(", ")}.`);
    }
    input[name] = optionValue(name, text, properties[name]);
  }
  if (words.length === 0) return input;
  const { positional } = command;
  if (positional !== null && typeOf(properties[positional]) === "array") return { ...input, [positional]: words };
  if (positional === null || (!JOINED.has(positional) && words.length > 1)) {
    throw new UsageError(`Unexpected word ${JSON.stringify(words.at(-1))}.`);
  }
  return { ...input, [positional]: words.join(" ") };
}
