import { parseArgs } from "node:util";
import { deployment } from "@/lib/api/contract/deployments/deployments";
import { answerCommand } from "@/scripts/commands/answer-command";
import { readTime } from "@/scripts/commands/command-time";
import { callService, isUnsupported } from "@/scripts/commands/http/service-http";
import { CommandLineError, type ImportTarget, readTarget } from "@/scripts/commands/import-target";
import { commandText } from "@/scripts/installation/command-text";

const USAGE = `${commandText("mark")} entity/project NAME [--at TIME] [--note TEXT] [--link ADDRESS] [--json] [--url URL] [--key KEY]

Marks a deployment: charts show a line at its time, which leads to the time after it compared with the time before. A second
mark of the same name and time replaces the first, so that a build may send it again.

  NAME            what was deployed: a release, a model, a prompt
  --at TIME       when, like 2026-11-20T10:00:00Z; now if omitted
  --note TEXT     what changed
  --link ADDRESS  of the build, the pull request or the release notes
  --json          prints the mark as JSON
  --url URL       the service; defaults to the embedded service of this machine
  --key KEY       an API key; better in HEDDLE_API_KEY or WANDB_API_KEY, where other users cannot see it
`;

interface MarkDependencies {
  /** Defaults to the embedded service. */
  readonly serviceUrl: string;
  readonly key: string | undefined;
  readonly out: NodeJS.WritableStream;
  readonly errors: NodeJS.WritableStream;
  readonly signal: AbortSignal;
  /** The clock of tests. */
  readonly now?: () => number;
}

interface MarkOrder extends ImportTarget {
  readonly name: string;
  readonly at: string;
  readonly note: string;
  readonly link: string | null;
  readonly isJson: boolean;
}

function readOrder(args: string[], dependencies: MarkDependencies): MarkOrder | null {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      at: { type: "string" },
      note: { type: "string" },
      link: { type: "string" },
      json: { type: "boolean" },
      url: { type: "string" },
      key: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) return null;
  const [project, name, ...more] = positionals;
  if (project === undefined) throw new CommandLineError("The project is missing: entity/project.");
  if (name === undefined) throw new CommandLineError("The name is missing: what was deployed.");
  if (more.length > 0) throw new CommandLineError(`A name with spaces needs quotes; unexpected: ${more.join(", ")}.`);
  const { now = Date.now } = dependencies;
  return {
    ...readTarget({ ...values, project }, dependencies),
    name,
    // Sent again after a failure, it is the same mark.
    at: readTime(values.at, "--at") ?? new Date(now()).toISOString(),
    note: values.note ?? "",
    link: values.link ?? null,
    isJson: values.json ?? false,
  };
}

async function markDeployment(order: MarkOrder, { out, signal }: MarkDependencies): Promise<number> {
  const { address, projectId, name, at, note, link, isJson } = order;
  const body = { project_id: projectId, name, at, note, url: link };
  const mark = deployment.parse(await callService(address, "deployments.mark", body, { signal }));
  out.write(isJson ? `${JSON.stringify(mark)}\n` : `Marked ${mark.name} in ${projectId} at ${mark.at}.\n`);
  return 0;
}

/** `npm run mark`: returns the exit code and writes what was marked to `out`. */
export function markCommand(args: string[], dependencies: MarkDependencies): Promise<number> {
  return answerCommand({
    ...dependencies,
    usage: USAGE,
    read: () => readOrder(args, dependencies),
    run: async (order) => {
      try {
        return await markDeployment(order, dependencies);
      } catch (error) {
        if (!isUnsupported(error)) throw error;
        throw new Error(
          `${order.address.url.host} keeps no deployments: it is not Heddle, or an earlier version of it.`,
        );
      }
    },
  });
}
