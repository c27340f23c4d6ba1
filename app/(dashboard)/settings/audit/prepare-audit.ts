import type { AppRequestOf } from "@/lib/api/contract/app/app-operations";
import type { AuditEvent } from "@/lib/api/contract/audit/audit-event";
import type { auditOutcomes, auditPeriods } from "./search-params";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

export type AuditPeriod = (typeof auditPeriods)[number];
export type AuditOutcome = (typeof auditOutcomes)[number];

/** The filters of the log in the page's URL. */
export interface AuditFilter {
  readonly person: string;
  readonly event: string;
  readonly outcome: AuditOutcome;
  readonly period: AuditPeriod;
}

export const PERIOD_LABELS: Readonly<Record<AuditPeriod, string>> = {
  all: "Any time",
  "24h": "Last 24 h",
  "7d": "Last 7 d",
  "30d": "Last 30 d",
};

const periodMs: Readonly<Record<Exclude<AuditPeriod, "all">, number>> = {
  "24h": DAY_MS,
  "7d": 7 * DAY_MS,
  "30d": 30 * DAY_MS,
};

export const OUTCOME_LABELS: Readonly<Record<AuditOutcome, string>> = {
  all: "Allowed and denied",
  allowed: "Allowed",
  denied: "Denied",
};

/** The text of each event: an event without one does not compile. */
const EVENT_LABELS: Readonly<Record<AuditEvent, string>> = {
  "sign-in.succeeded": "Signed in",
  "sign-in.failed": "Sign-in denied",
  "sign-in.throttled": "Sign-in rate-limited",
  "sign-in.code-asked": "Asked for a code at sign-in",
  "sign-in.code-refused": "Code at sign-in denied",
  "recovery-code.used": "Used a recovery code",
  "recovery-codes.created": "Created recovery codes",
  "second-factor.enabled": "Turned on two-factor authentication",
  "second-factor.disabled": "Turned off two-factor authentication",
  "second-factor.reset": "Reset two-factor authentication",
  "sign-out": "Signed out",
  "audit.removed": "Removed old entries of this log",
  "session.ended": "Ended sessions",
  "account.created": "Created an account",
  "password.reset": "Set a new password",
  "password.changed": "Changed their password",
  "password-link.created": "Created a password link",
  "invitation.created": "Created an invitation",
  "invitation.revoked": "Revoked an invitation",
  "member.role-changed": "Changed a role",
  "workspace-member.role-changed": "Changed a role in a workspace",
  "member.removed": "Removed a member",
  "identity.linked": "Linked a sign-in",
  "connection.created": "Added a connection",
  "connection.updated": "Changed a connection",
  "connection.deleted": "Deleted a connection",
  "connection.tested": "Tested a connection",
  "workspace.created": "Created a workspace",
  "workspace.renamed": "Renamed a workspace",
  "workspace.deleted": "Removed a workspace",
  "workspace.denied": "Tried a workspace without access",
  "key.created": "Created an API key",
  "key.revoked": "Revoked an API key",
  "provider.set": "Configured a model provider",
  "provider.removed": "Removed a model provider",
  "agent-key.created": "Created a key for agents",
  "agent-key.revoked": "Revoked a key for agents",
  "oauth-client.allowed": "Connected an agent",
  "oauth-client.denied": "Denied a program access",
  "oauth-client.disconnected": "Disconnected an agent",
  "oauth-client.token-reused": "Disconnected an agent: a token was used twice",
  "share-link.created": "Created a share link",
  "share-link.revoked": "Revoked a share link",
  "sharing.allowed": "Allowed share links",
  "sharing.stopped": "Stopped share links",
  "renderer.saved": "Saved a renderer",
  "renderer.deleted": "Deleted a renderer",
  "dashboard.saved": "Saved a dashboard",
  "dashboard.deleted": "Deleted a dashboard",
  "retention.set": "Changed a retention",
  "redaction.set": "Changed redaction rules",
  "sql.queried": "Queried with SQL",
  "job.created": "Started a training job",
  "job.cancelled": "Cancelled a training job",
  "job.prioritized": "Set the priority of a training job",
  "model.deleted": "Deleted a model",
  "run.changed": "Changed the name, tags or notes of a training run",
  "run.deleted": "Deleted a training run",
  "checkpoints.deleted": "Deleted checkpoints",
  "price.created": "Set a price",
  "price.deleted": "Deleted a price",
  "calls.stored": "Imported calls",
  "calls.deleted": "Deleted calls",
  "object.deleted": "Deleted an object version",
  "alias.set": "Set an alias of a version",
  "alias.removed": "Removed an alias",
  "tag.added": "Tagged a version",
  "tag.removed": "Removed a tag of a version",
  "call.renamed": "Renamed a call",
  "object.created": "Stored an object version",
  "table.created": "Stored a table",
  "file.stored": "Stored a file",
  "feedback.created": "Gave feedback",
  "feedback.changed": "Changed feedback",
  "feedback.deleted": "Deleted feedback",
  "completion.requested": "Sent requests to a model",
  "evaluation.started": "Started an evaluation",
  "evaluation.paused": "Paused an evaluation",
  "evaluation.resumed": "Resumed an evaluation",
  "evaluation.stopped": "Stopped an evaluation",
  "checkpoint-evaluation.set": "Set the evaluation of a model's checkpoints",
  "checkpoint-evaluation.started": "Started an evaluation of checkpoints",
  "checkpoint-evaluation.removed": "Removed the evaluation of a model's checkpoints",
  "monitor.saved": "Saved a monitor",
  "monitor.switched": "Switched a monitor on or off",
  "monitor.deleted": "Deleted a monitor",
  "budget.saved": "Saved a budget",
  "budget.deleted": "Deleted a budget",
  "deployment.marked": "Marked a deployment",
  "deployment.deleted": "Deleted the mark of a deployment",
  "watch.saved": "Saved a watch",
  "watch.muted": "Muted a watch",
  "issue.changed": "Changed an issue",
  "issue.deleted": "Deleted issues",
  "watch.acknowledged": "Acknowledged a watch",
  "watch.deleted": "Deleted a watch",
  "watch-channel.saved": "Saved a channel of watches",
  "watch-channel.tested": "Tested a channel of watches",
  "watch-channel.replayed": "Sent a notification again",
  "watch-channel.deleted": "Deleted a channel of watches",
  "event-subscription.saved": "Saved a subscription to events",
  "event-subscription.tested": "Tested a subscription to events",
  "event-subscription.deleted": "Deleted a subscription to events",
  "model.created": "Created a model",
  "training-data.stored": "Stored training data",
  "model-server.started": "Started the server of a model",
  "model-server.stopped": "Stopped the server of a model",
  "run.started": "Started a training run",
  "run.logged": "Logged a training run",
  "run.paused": "Paused a training run",
  "run.resumed": "Resumed a training run",
  "run.stopped": "Stopped a training run",
  "queue.created": "Created a review queue",
  "queue.changed": "Changed a review queue",
  "queue.deleted": "Deleted a review queue",
  "queue.items-added": "Added items to a review queue",
  "queue.item-removed": "Removed an item of a review queue",
  "queue.reviewed": "Reviewed items",
  "data.read": "Read a large amount of data",
  "tool.called": "Called a tool of the MCP server",
  "view.saved": "Saved a view",
  "view.deleted": "Deleted a view",
  "request.shared": "Shared a playground request",
  "provider.tested": "Tested a model provider",
  "operation.denied": "Denied",
};

const labels: ReadonlyMap<string, string> = new Map(Object.entries(EVENT_LABELS));

/** Returns the text of an event; an event that this version does not know is unchanged. */
export function eventText(event: string): string {
  return labels.get(event) ?? event;
}

/** Returns the request for the log. A period begins at a full hour, so that a page of it can be requested again. */
export function auditQueryOf(filter: AuditFilter, nowMs: number): AppRequestOf<"audit.list"> {
  const { person, event, outcome, period } = filter;
  const hourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  return {
    ...(person === "" ? {} : { actorId: person }),
    ...(event === "" ? {} : { event }),
    ...(outcome === "all" ? {} : { isAllowed: outcome === "allowed" }),
    ...(period === "all" ? {} : { since: new Date(hourMs - periodMs[period]).toISOString() }),
  };
}

/** Returns the filters that are set, for the empty state. */
export function filterNames(filter: AuditFilter, people: ReadonlyMap<string, string>): string[] {
  return [
    filter.person === "" ? null : (people.get(filter.person) ?? filter.person),
    filter.event === "" ? null : eventText(filter.event),
    filter.outcome === "all" ? null : OUTCOME_LABELS[filter.outcome],
    filter.period === "all" ? null : PERIOD_LABELS[filter.period],
  ].filter((name) => name !== null);
}
