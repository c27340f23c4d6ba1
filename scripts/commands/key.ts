import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { readEnvironment } from "@/lib/environment/environment";
import { errorMessage } from "@/lib/failure/error-message";
import { commandText } from "@/scripts/installation/command-text";
import { createApiKey, limitApiKey, listApiKeys, revokeApiKey } from "@/service/access/api-keys";
import { openState, type ServiceState } from "@/service/state/open-state";
import { keyTable } from "./key-table";

const USAGE = `${commandText("key")} COMMAND\n\n  create [--name NAME] [--user USER] [--project entity/project …]\n                          creates a key and shows it once\n  list                    lists all keys, without the keys themselves\n  limit ID [--project entity/project …]\n                          limits a key to projects; without --project it may use all\n  revoke ID               rejects a key from its next request on\n\nA running service applies every change at its next request.\n`;

function readCommandLine(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      name: { type: "string" },
      user: { type: "string" },
      project: { type: "string", multiple: true },
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

async function run(state: ServiceState, { command, id, name, user, project }: ReturnType<typeof readCommandLine>) {
  const projects = project ?? null;
  switch (command) {
    case "create": {
      const made = await createApiKey(state, { name: name ?? "key", ...(user ? { userId: user } : {}), projects });
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

const { dataFolder } = readEnvironment();
mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
let state: ServiceState | undefined;
try {
  const line = readCommandLine(process.argv.slice(2));
  state = await openState(dataFolder);
  process.stdout.write(await run(state, line));
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
} finally {
  await state?.destroy();
}
