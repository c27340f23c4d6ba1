import "server-only";
import { handleHealth } from "@/lib/api/server/health";
import { withDashboard } from "@/lib/api/server/with-dashboard";

/** Without it Next would ask once, at build time. */
export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  return await withDashboard(handleHealth);
}
