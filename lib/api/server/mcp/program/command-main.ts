import { Client } from "@modelcontextprotocol/client";
import { errorMessage } from "@/lib/guard/error-message";
import { COMMAND_USAGE, type CommandLine, readCommandLine, toolInput } from "./command-line";
import { httpTransport, transportFailure } from "./http-transport";
import { readProgramSettings } from "./program-settings";
import { UsageError } from "./usage-error";

const FAILED = 1;
const WRONG_USAGE = 2;
const NOT_REACHED = 3;

/** The lines of an answer for programs: one for each row, or one for all. */
function jsonLines({ command }: CommandLine, data: Readonly<Record<string, unknown>>): string {
  const rows = command.rows === null ? null : data[command.rows];
  const values: readonly unknown[] = Array.isArray(rows) ? rows : [data];
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}

/** What was left out, and what cannot be read, belongs beside the rows, not among them. */
function notesBeside(data: Readonly<Record<string, unknown>>): string {
  const cut: readonly unknown[] = Array.isArray(data.cut) ? data.cut : [];
  const notes = cut.map((note) => `cut: ${String(note)}\n`);
  return [...notes, ...(typeof data.incomplete === "string" ? [`incomplete: ${data.incomplete}\n`] : [])].join("");
}

async function run(line: CommandLine): Promise<number> {
  const settings = readProgramSettings(process.env, { url: line.url, keyFile: line.keyFile });
  const client = new Client({ name: "heddle", version: "1.0.0" });
  try {
    // Here a sign-in that has ended is a sentence of its own, and not the failure of a request.
    await settings.key();
    await client.connect(httpTransport(settings));
    const { tools } = await client.listTools();
    const tool = tools.find(({ name }) => name === line.command.tool);
    if (!tool) throw new UsageError(`The dashboard is older than this program: it has no ${line.command.tool}.`);
    const input = toolInput(line, tool.inputSchema);
    const answer = await client.callTool({ name: tool.name, arguments: input });
    const text = answer.content
      .flatMap((part) =>
        part.type === "text" && part.annotations?.audience?.includes("user") !== false ? [part.text] : [],
      )
      .join("\n");
    if (answer.isError === true) {
      console.error(text);
      return FAILED;
    }
    const data = (answer.structuredContent ?? {}) as Readonly<Record<string, unknown>>;
    process.stdout.write(line.isJson ? jsonLines(line, data) : `${text}\n`);
    if (line.isJson) process.stderr.write(notesBeside(data));
    return 0;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    console.error(transportFailure(error, settings.mcpUrl));
    return NOT_REACHED;
  } finally {
    await client.close();
  }
}

try {
  const line = readCommandLine(process.argv.slice(2));
  if (line === null) process.stdout.write(COMMAND_USAGE);
  else process.exitCode = await run(line);
} catch (error) {
  console.error(`${errorMessage(error)}\nheddle --help lists commands and options.`);
  process.exitCode = WRONG_USAGE;
}
