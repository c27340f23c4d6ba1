import { parseArgs } from "node:util";
import { type AuditDifference, type AuditLeftOut, costAuditLine } from "@/lib/api/contract/costs/cost-audit";
import { commandText } from "@/scripts/installation/command-text";
import { answerCommand } from "./answer-command";
import { type AuditFindings, auditReport } from "./audit-report";
import { readTime } from "./command-time";
import { isUnsupported, streamService } from "./http/service-http";
import { CommandLineError, type ImportTarget, readTarget } from "./import-target";

const DEFAULT_LISTED = 20;
const MAX_LISTED = 1000;

const USAGE = `${commandText("audit-costs")} entity/project [--since TIME] [--until TIME] [--list N] [--json] [--url URL] [--key KEY]

Recomputes the tokens and costs of a project call by call, from what was sent and the prices, and compares them with those
that are stored and shown. Names each difference, and each call that is left out of the sums, with the reason.

  --since TIME  only calls that started at this time or later: 2026-11-20, or 2026-11-20T10:00:00Z
  --until TIME  only calls that started earlier
  --list N      the most lines of each kind, 0 to ${MAX_LISTED}; ${DEFAULT_LISTED} if omitted
  --json        prints the lines of the service instead of a report
  --url URL     the service; defaults to the embedded service of this machine
  --key KEY     an API key; better in HEDDLE_API_KEY or WANDB_API_KEY, where other users cannot see it

Exit code 0: no differences. 1: differences, or the audit failed. 2: no differences, but the sums could not be compared.
`;

interface AuditDependencies {
  /** Defaults to the embedded service. */
  readonly serviceUrl: string;
  readonly key: string | undefined;
  readonly out: NodeJS.WritableStream;
  readonly errors: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly signal: AbortSignal;
}

interface AuditOrder extends ImportTarget {
  readonly after: string | null;
  readonly before: string | null;
  readonly limit: number;
  readonly isJson: boolean;
}

function readOrder(args: string[], dependencies: AuditDependencies): AuditOrder | null {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      since: { type: "string" },
      until: { type: "string" },
      list: { type: "string" },
      json: { type: "boolean" },
      url: { type: "string" },
      key: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) return null;
  const [project, ...more] = positionals;
  if (project === undefined) throw new CommandLineError("The project is missing: entity/project.");
  if (more.length > 0) throw new CommandLineError(`Audit one project at a time; unexpected: ${more.join(", ")}.`);
  const limit = values.list === undefined ? DEFAULT_LISTED : Number(values.list);
  if (!Number.isInteger(limit) || limit < 0 || limit > MAX_LISTED || values.list?.trim() === "")
    throw new CommandLineError(`--list takes a whole number from 0 to ${MAX_LISTED}.`);
  return {
    ...readTarget({ ...values, project }, dependencies),
    after: readTime(values.since, "--since"),
    before: readTime(values.until, "--until"),
    limit,
    isJson: values.json ?? false,
  };
}

async function auditCosts(order: AuditOrder, { out, errors, signal }: AuditDependencies): Promise<number> {
  const { address, projectId, after, before, limit, isJson } = order;
  const differences: AuditDifference[] = [];
  const leftOut: AuditLeftOut[] = [];
  let summary: AuditFindings["summary"] | null = null;
  for await (const text of streamService(
    address,
    "cost.audit",
    { project_id: projectId, after, before, limit },
    signal,
  )) {
    if (isJson) out.write(`${text}\n`);
    const line = costAuditLine.parse(JSON.parse(text));
    if (line.kind === "difference") differences.push(line);
    else if (line.kind === "left_out") leftOut.push(line);
    else if (line.kind === "summary") summary = line;
    else if (errors.isTTY === true) errors.write(`\r${line.checked_calls} of about ${line.call_count} calls checked `);
  }
  if (errors.isTTY === true) errors.write("\r\u001b[K");
  if (summary === null) throw new Error("The audit broke off before its end.");
  if (!isJson) out.write(auditReport({ differences, leftOut, summary }, projectId));
  if (Object.values(summary.difference_counts).some((count) => count > 0)) return 1;
  return summary.incomplete_reason === null ? 0 : 2;
}

/** `npm run audit-costs`: returns the exit code and writes the report to `out`, and progress to `errors`. */
export function auditCostsCommand(args: string[], dependencies: AuditDependencies): Promise<number> {
  return answerCommand({
    ...dependencies,
    usage: USAGE,
    read: () => readOrder(args, dependencies),
    run: async (order) => {
      try {
        return await auditCosts(order, dependencies);
      } catch (error) {
        if (!isUnsupported(error)) throw error;
        throw new Error(`${order.address.url.host} has no cost audit: it is not Heddle, or an earlier version of it.`);
      }
    },
  });
}
