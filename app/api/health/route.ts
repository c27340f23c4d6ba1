import "server-only";
import { withDashboard } from "@/lib/api/server/dashboard/with-dashboard";
import { handleHealth } from "@/lib/api/server/service-call/health";

/** Without this, Next would run the check once, at build time. */
export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  return await withDashboard(handleHealth);
}
