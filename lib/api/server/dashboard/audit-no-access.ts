import { RateLimitedError, takeRequest } from "@/lib/auth/rate-limit";
import { recordAudit } from "@/lib/database/audit";
import type { LiveSession } from "@/lib/database/sessions";
import { findWorkspace } from "@/lib/database/workspaces";
import type { Dashboard } from "./dashboard";
import { perDashboard } from "./per-dashboard";

/** A page that stays open asks every few seconds: one entry in an hour says as much. */
const ENTRIES = { points: 1, duration: 60 * 60 } as const;

const limiters = perDashboard(({ createLimiter }) => createLimiter("no access", ENTRIES));

/**
 * Records that a user tried to use a workspace without having access to it, once in an hour for each user and workspace.
 * The answer does not change: the workspace does not exist for that user.
 *
 * @param requestId null for a page
 */
export async function auditNoAccess(
  dashboard: Dashboard,
  { user }: LiveSession,
  workspaceId: string,
  requestId: string | null,
): Promise<void> {
  try {
    await takeRequest(limiters(dashboard), JSON.stringify([user.id, workspaceId]));
  } catch (error) {
    if (error instanceof RateLimitedError) return;
    throw error;
  }
  const target = (await findWorkspace(dashboard.database, workspaceId))?.slug ?? workspaceId;
  const record = { event: "workspace.denied", actorId: user.id, target, isAllowed: false, requestId } as const;
  await recordAudit(dashboard.database, record, dashboard.now());
}
