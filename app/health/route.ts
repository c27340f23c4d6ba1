import "server-only";
import { withDashboard } from "@/lib/api/server/dashboard/with-dashboard";
import { handleHealth } from "@/lib/api/server/service-call/health";

/** Without it Next would ask once, at build time. */
export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  return await withDashboard(handleHealth);
}
