import type { Handler } from "@/service/traces/handlers/handler";

function momentMs(since: string | number | null | undefined): number {
  if (since == null) return 0;
  return typeof since === "number" ? since * 1000 : Date.parse(since);
}

/**
 * Returns the requests of the last minutes, stored and refused. A limited key sees only requests that name its own
 * projects.
 */
export const recentRequests: Handler<"requests.recent"> = async ({ body }, { requests, identity }) => ({
  requests: requests.recent({
    project: body.project_id ?? null,
    seen: identity.projects,
    sinceMs: momentMs(body.since),
  }),
});
