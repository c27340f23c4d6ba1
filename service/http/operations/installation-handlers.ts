import { takeAuditHandler } from "@/service/http/operations/audit-take";
import { handleGraphql } from "@/service/http/operations/graphql";
import { readHealthHandler } from "@/service/http/operations/health";
import { createKeyHandler } from "@/service/http/operations/keys-create";
import { listKeysHandler } from "@/service/http/operations/keys-list";
import { revokeKeyHandler } from "@/service/http/operations/keys-revoke";
import { readProjectStats } from "@/service/http/operations/project-stats";
import { listProjectsHandler } from "@/service/http/operations/projects-list";
import { recentRequests } from "@/service/http/operations/requests-recent";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { Handlers } from "@/service/traces/handlers/handlers";
import type { DamageRecords } from "@/service/traces/store/engine/damage-records";
import type { DiskReserve } from "@/service/traces/store/engine/disk-reserve";

/** What the handlers of the installation need beside the services of each request. */
export interface InstallationParts {
  /** Stores the keys. */
  readonly state: ServiceState;
  /** Null where the data is on a server. */
  readonly reserve: DiskReserve | null;
  readonly damage: DamageRecords;
}

/** The handlers of projects, recent requests and health. */
export function installationHandlers({ state, reserve, damage }: InstallationParts) {
  return {
    "project.stats": readProjectStats,
    "requests.recent": recentRequests,
    graphql: handleGraphql,
    "projects.list": listProjectsHandler(state),
    health: readHealthHandler(reserve, damage),
  } satisfies Partial<Handlers>;
}

/** The handlers of the keys of programs, and of the audit log. */
export function keyHandlers(state: ServiceState) {
  return {
    "audit.take": takeAuditHandler(state),
    "keys.list": listKeysHandler(state),
    "keys.create": createKeyHandler(state),
    "keys.revoke": revokeKeyHandler(state),
  } satisfies Partial<Handlers>;
}
