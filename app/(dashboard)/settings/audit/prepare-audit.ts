import type { AppRequestOf } from "@/lib/api/contract/app/app-operations";
import type { auditOutcomes, auditPeriods } from "./search-params";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

export type AuditPeriod = (typeof auditPeriods)[number];
export type AuditOutcome = (typeof auditOutcomes)[number];

/** What the page's address narrows the log to. */
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

const EVENT_LABELS: ReadonlyMap<string, string> = new Map([
  ["sign-in.succeeded", "Signed in"],
  ["sign-in.failed", "Sign-in refused"],
  ["sign-in.throttled", "Sign-in slowed down"],
  ["sign-out", "Signed out"],
  ["account.created", "Made an account"],
  ["password.reset", "Set a new password"],
  ["password-link.created", "Made a password link"],
  ["invitation.created", "Made an invitation"],
  ["invitation.revoked", "Revoked an invitation"],
  ["member.role-changed", "Changed a role"],
  ["member.removed", "Removed a member"],
  ["identity.linked", "Linked a sign-in"],
  ["connection.created", "Added a connection"],
  ["connection.updated", "Changed a connection"],
  ["connection.deleted", "Deleted a connection"],
  ["connection.tested", "Tested a connection"],
  ["workspace.created", "Made a workspace"],
  ["workspace.renamed", "Renamed a workspace"],
  ["workspace.deleted", "Removed a workspace"],
  ["key.created", "Made an API key"],
  ["key.revoked", "Revoked an API key"],
  ["provider.set", "Set a model provider"],
  ["provider.removed", "Removed a model provider"],
  ["operation.denied", "Was not permitted"],
]);

/** An event in words; one that this version does not know stays as it is. */
export function eventText(event: string): string {
  return EVENT_LABELS.get(event) ?? event;
}

/** The question to the log. A period begins at a whole hour, so that a page of it can be asked for again. */
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

/** The filters that are set, for the state in which nothing matches. */
export function filterNames(filter: AuditFilter, people: ReadonlyMap<string, string>): string[] {
  return [
    filter.person === "" ? null : (people.get(filter.person) ?? filter.person),
    filter.event === "" ? null : eventText(filter.event),
    filter.outcome === "all" ? null : OUTCOME_LABELS[filter.outcome],
    filter.period === "all" ? null : PERIOD_LABELS[filter.period],
  ].filter((name) => name !== null);
}
