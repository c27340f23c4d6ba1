import type { AuditEvent } from "@/lib/api/contract/audit/audit-event";
import type { AuditedChange, AuditRule } from "@/lib/api/contract/audit/audit-rule";
import { auditedNames, auditedProjects } from "@/lib/api/contract/audit/audit-target";
import { MergedEntries } from "@/lib/api/contract/audit/merged-entries";
import { type ReadSize, ReadTally, readSizeText } from "@/lib/api/contract/audit/read-tally";
import { serviceAuditRules } from "@/lib/api/contract/audit/service-audit-rules";
import type { OperationId } from "@/lib/api/contract/operations";
import type { RequestFacts } from "@/lib/api/server/dashboard/answer-request";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { perDashboard } from "@/lib/api/server/dashboard/per-dashboard";
import type { RelayBody } from "@/lib/api/server/request/relay-input";
import { recordAudit } from "@/lib/database/audit";
import type { LiveSession } from "@/lib/database/sessions";

/** Bodies beyond this are bulk data; their project is in the beginning. */
const MAX_READ_CHARACTERS = 1024 * 1024;

const PROJECT = /"project_id"\s*:\s*"((?:[^"\\]|\\.){1,256})"/;

const mergedEntries = perDashboard(() => new MergedEntries());
const readTallies = perDashboard(() => new ReadTally());

/** A call that a service has carried out. */
export interface RelayedCall {
  readonly session: LiveSession;
  readonly operationId: string;
  readonly connectionName: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: RelayBody;
}

// A relayed operation was looked up in the table that types the rules.
const ruleOf = (operationId: string): AuditRule => serviceAuditRules[operationId as OperationId];

/** Records a change on a service, as the rule of its row says. */
export async function auditRelayed(
  dashboard: Dashboard,
  call: RelayedCall,
  answer: Response,
  { requestId }: RequestFacts,
): Promise<void> {
  const rule = ruleOf(call.operationId);
  if (!("event" in rule)) return;
  const actorId = call.session.user.id;
  const target = [call.connectionName, ...(await namesIn(rule, call, answer))].join(" ");
  const key = JSON.stringify([rule.event, actorId, target]);
  if (rule.isMerged && !mergedEntries(dashboard).isNew(key, dashboard.now().getTime())) return;
  await record(dashboard, { event: rule.event, actorId, target }, requestId);
}

/** Counts what a user has read from a service, and records it when it is much. */
export async function auditRead(
  dashboard: Dashboard,
  call: RelayedCall,
  size: ReadSize,
  { requestId }: RequestFacts,
): Promise<void> {
  const rule = ruleOf(call.operationId);
  if (!("large" in rule)) return;
  const actorId = call.session.user.id;
  const projects = auditedProjects({ ...call, body: parsedBody(call.body) }).join(", ");
  const place = [call.connectionName, projects, call.operationId].filter(Boolean).join(" ");
  const sum = readTallies(dashboard).add(JSON.stringify([actorId, place]), size, dashboard.now().getTime());
  if (sum === null) return;
  await record(dashboard, { event: rule.large, actorId, target: `${place} ${readSizeText(sum)}` }, requestId);
}

/** The service has done it already, so an entry that cannot be stored is logged instead. */
async function record(
  dashboard: Dashboard,
  entry: { readonly event: AuditEvent; readonly actorId: string; readonly target: string },
  requestId: string,
): Promise<void> {
  try {
    await recordAudit(dashboard.database, { ...entry, isAllowed: true, requestId }, dashboard.now());
  } catch (error) {
    const { event } = entry;
    dashboard.log.error({ requestId, event, err: error }, "a change could not be written to the audit log");
  }
}

async function namesIn(change: AuditedChange, call: RelayedCall, answer: Response): Promise<readonly string[]> {
  const body = parsedBody(call.body) ?? projectIn(call.body);
  const hasAnswers = Object.keys(change.answers ?? {}).length > 0;
  return auditedNames(change, { ...call, body, answer: hasAnswers ? await jsonOf(answer) : null });
}

async function jsonOf(answer: Response): Promise<unknown> {
  try {
    return await answer.clone().json();
  } catch {
    // The service responded with something else; the browser reports that.
    return null;
  }
}

/** Returns null for a body that is not JSON, is sent as a stream, or is long. */
function parsedBody(body: RelayBody): unknown {
  const text = textOf(body);
  if (text === "" || text.length >= MAX_READ_CHARACTERS) return null;
  try {
    return JSON.parse(text);
  } catch {
    // A body was checked before; without one there are no further names.
    return null;
  }
}

function projectIn(body: RelayBody): { readonly project_id: string } | null {
  const project = PROJECT.exec(textOf(body))?.[1];
  return project === undefined ? null : { project_id: project };
}

function textOf({ content }: RelayBody): string {
  if (typeof content === "string") return content.slice(0, MAX_READ_CHARACTERS);
  return content instanceof Uint8Array ? Buffer.from(content.subarray(0, MAX_READ_CHARACTERS)).toString("utf8") : "";
}
