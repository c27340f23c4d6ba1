import type { OperationId } from "@/lib/api/contract/operations";
import type { RequestFacts } from "@/lib/api/server/dashboard/answer-request";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import type { RelayBody } from "@/lib/api/server/request/relay-input";
import { type AuditEvent, recordAudit } from "@/lib/database/audit";
import type { LiveSession } from "@/lib/database/sessions";

/** The operations of services that the audit log contains. */
const EVENTS: ReadonlyMap<string, AuditEvent> = new Map<OperationId, AuditEvent>([
  ["trainingJobs.create", "job.created"],
  ["trainingJobs.cancel", "job.cancelled"],
  ["trainingJobs.prioritize", "job.prioritized"],
  ["models.delete", "model.deleted"],
  ["trainingRuns.update", "run.changed"],
  ["trainingRuns.delete", "run.deleted"],
  ["models.deleteCheckpoints", "checkpoints.deleted"],
  ["cost.create", "price.created"],
  ["cost.purge", "price.deleted"],
  ["call.upsertBatch", "calls.stored"],
  ["calls.delete", "calls.deleted"],
  ["obj.delete", "object.deleted"],
  ["obj.setAliases", "alias.set"],
  ["obj.removeAliases", "alias.removed"],
  ["obj.addTags", "tag.added"],
  ["obj.removeTags", "tag.removed"],
]);

/** An import sends many batches; those of one user into one project within this time are one entry. */
const ONE_IMPORT_MS = 10 * 60_000;
const MAX_KNOWN_IMPORTS = 1000;

/** Bodies beyond this are bulk data; their project is in the beginning. */
const MAX_READ_CHARACTERS = 64 * 1024;

const lastImports = new WeakMap<Dashboard, Map<string, number>>();

/** A call that a service has carried out. */
export interface RelayedCall {
  readonly session: LiveSession;
  readonly operationId: string;
  readonly connectionName: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body: RelayBody;
}

/** Records a change on a service. The service has made it already, so an entry that cannot be stored is logged instead. */
export async function auditRelayed(
  dashboard: Dashboard,
  call: RelayedCall,
  answer: Response,
  { requestId }: RequestFacts,
): Promise<void> {
  const event = EVENTS.get(call.operationId);
  if (event === undefined) return;
  const actorId = call.session.user.id;
  const names = event === "job.created" ? [await idIn(answer)] : namesIn(call);
  const target = [call.connectionName, ...names].filter(Boolean).join(" ");
  const now = dashboard.now();
  if (event === "calls.stored" && isSameImport(dashboard, `${actorId} ${target}`, now.getTime())) return;
  try {
    await recordAudit(dashboard.database, { event, actorId, target, isAllowed: true, requestId }, now);
  } catch (error) {
    dashboard.log.error({ requestId, event, err: error }, "a change could not be written to the audit log");
  }
}

async function idIn(answer: Response): Promise<string> {
  try {
    const { id } = (await answer.clone().json()) as { id?: unknown };
    return typeof id === "string" ? id : "";
  } catch {
    // The service responded without an id; the browser reports that.
    return "";
  }
}

function isSameImport(dashboard: Dashboard, key: string, nowMs: number): boolean {
  const known = lastImports.get(dashboard) ?? new Map<string, number>();
  lastImports.set(dashboard, known);
  const lastMs = known.get(key);
  known.delete(key);
  known.set(key, nowMs);
  const [oldest] = known.keys();
  if (known.size > MAX_KNOWN_IMPORTS && oldest !== undefined) known.delete(oldest);
  return lastMs !== undefined && nowMs - lastMs < ONE_IMPORT_MS;
}

/** Returns the ids of the path, and the project, models, objects, runs, labels or number of calls that a body names. */
function namesIn({ params, body }: RelayedCall): readonly string[] {
  const text = textOf(body);
  const project = /"project_id"\s*:\s*"((?:[^"\\]|\\.){1,256})"/.exec(text)?.[1] ?? "";
  return [...Object.values(params), project, ...subjectsIn(text)];
}

function subjectsIn(text: string): readonly string[] {
  if (text.length >= MAX_READ_CHARACTERS) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The body was checked before; without one there are no further names.
    return [];
  }
  if (typeof value !== "object" || value === null) return [];
  if ("costs" in value && typeof value.costs === "object" && value.costs !== null) {
    return [Object.keys(value.costs).join(", ")];
  }
  if ("aliases" in value && Array.isArray(value.aliases)) {
    return [value.aliases.join(", "), "digest" in value && typeof value.digest === "string" ? value.digest : ""];
  }
  if ("run_id" in value && typeof value.run_id === "string") return [value.run_id];
  if ("tags" in value && Array.isArray(value.tags)) return [value.tags.join(", ")];
  if ("object_id" in value && typeof value.object_id === "string") return [value.object_id];
  if ("call_ids" in value && Array.isArray(value.call_ids)) return [`${value.call_ids.length} selected`];
  return [];
}

function textOf({ content }: RelayBody): string {
  if (typeof content === "string") return content.slice(0, MAX_READ_CHARACTERS);
  return content instanceof Uint8Array ? Buffer.from(content.subarray(0, MAX_READ_CHARACTERS)).toString("utf8") : "";
}
