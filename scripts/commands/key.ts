import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { keyScopes } from "@/lib/api/contract/operation/key-scopes";
import { readEnvironment } from "@/lib/environment/environment";
import { stateAddress } from "@/lib/environment/state-address";
import { errorMessage } from "@/lib/guard/error-message";
import { commandText } from "@/scripts/installation/command-text";
import { createApiKey, limitApiKey, listApiKeys, revokeApiKey } from "@/service/kernel/access/api-keys";
import { openState, type ServiceState } from "@/service/kernel/state/open-state";
import { keyTable } from "./key-table";

const DAY_MS = 86_400_000;

const USAGE = `${commandText("key")} COMMAND\n\n  create [--name NAME] [--user USER] [--project entity/project …] [--scope SCOPE …] [--days DAYS]\n                          creates a key and shows it once; scopes are ${keyScopes.join(", ")},\n                          all of them without --scope; with --days it expires\n  list                    lists all keys, without the keys themselves\n  limit ID [--project entity/project …]\n                          limits a key to projects; without --project it may use all\n  revoke ID               rejects a key from its next request on\n\nA running service applies every change at its next request, or with DATABASE_URL within a second.\n`;

function readCommandLine(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      name: { type: "string" },
      user: { type: "string" },
      project: { type: "string", multiple: true },
      scope: { type: "string", multiple: true },
      days: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  const [command = "", id] = positionals;
  return { command: values.help ? "" : command, id, ...values };
}

function requireId(id: string | undefined): string {
  if (id === undefined) throw new Error(`A key id is missing: \`${commandText("key")} list\` shows the ids.`);
  return id;
}

/** @throws Error when the text is not a number of days */
function expiryOf(days: string | undefined): string | null {
  if (days === undefined) return null;
  if (!/^[1-9]\d{0,4}$/.test(days)) throw new Error("--days takes a number of days from 1 to 99999.");
  return new Date(Date.now() + Number(days) * DAY_MS).toISOString();
}

async function run(state: ServiceState, line: ReturnType<typeof readCommandLine>) {
  const { command, id, name, user, project, scope, days } = line;
  const projects = project ?? null;
  switch (command) {
    case "create": {
      const limits = { projects, scopes: scope ?? null, expiresAt: expiryOf(days) };
      const made = await createApiKey(state, { name: name ?? "key", ...(user ? { userId: user } : {}), ...limits });
      return `${made.key}\n\nThe key is shown only once. Its id is ${made.id}.\n`;
    }
    case "list":
      return keyTable(await listApiKeys(state));
    case "limit":
      return keyTable([await limitApiKey(state, requireId(id), projects)]);
    case "revoke":
      return keyTable([await revokeApiKey(state, requireId(id))]);
    default:
      return USAGE;
  }
}

const environment = readEnvironment();
const { dataFolder } = environment;
mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
let state: ServiceState | undefined;
try {
  const line = readCommandLine(process.argv.slice(2));
  state = await openState(dataFolder, stateAddress(environment));
  process.stdout.write(await run(state, line));
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
} finally {
  await state?.destroy();
}
