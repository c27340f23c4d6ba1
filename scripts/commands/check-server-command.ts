import { parseArgs } from "node:util";
import { commandText } from "@/scripts/installation/command-text";
import { checkServer } from "@/service/traces/store/server-check/check-server";

const CHECK_SERVER_USAGE = `${commandText("check-server")} [URL]\n\nChecks whether a ClickHouse server does what Heddle relies on. Creates a database with a name of its own, and removes it\nin the end. Other databases are not touched.\n\n  URL  such as http://user:password@host:8123; defaults to the variable CLICKHOUSE_URL\n`;

export interface CheckServerSurroundings {
  readonly clickhouseUrl: string | undefined;
  readonly out: NodeJS.WritableStream;
  readonly errors: NodeJS.WritableStream;
}

/** Reads the address without ever repeating an argument: it contains a password. */
function readAddress(args: string[], fallback: string | undefined): string | null {
  const read = () => {
    try {
      return parseArgs({
        args,
        allowPositionals: true,
        options: { help: { type: "boolean", short: "h" } },
      });
    } catch {
      throw new Error(`Invalid arguments.\n\n${CHECK_SERVER_USAGE}`);
    }
  };
  const { values, positionals } = read();
  if (values.help) return null;
  const address = positionals[0] ?? fallback;
  if (positionals.length > 1 || address === undefined) throw new Error(CHECK_SERVER_USAGE);
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new Error("The address of the server is not like http://user:password@host:8123.");
  }
  return address;
}

/** Runs the checks and prints a line for each. Returns the exit code: 1 when the server did not pass one. */
export async function checkServerCommand(
  args: string[],
  { clickhouseUrl, out, errors }: CheckServerSurroundings,
): Promise<number> {
  const url = readAddress(args, clickhouseUrl);
  if (url === null) {
    out.write(CHECK_SERVER_USAGE);
    return 0;
  }
  const failed = await checkServer(url, {
    onVersion: (version) => out.write(`ClickHouse ${version}\n`),
    onCheck: ({ title }, problem) => {
      if (problem === null) out.write(`passed  ${title}\n`);
      else errors.write(`failed  ${title}: ${problem}\n`);
    },
  });
  if (failed === 0) out.write("The server does what Heddle relies on.\n");
  else
    errors.write(`The server did not pass ${failed} ${failed === 1 ? "check" : "checks"}. Do not use it for Heddle.\n`);
  return failed === 0 ? 0 : 1;
}
