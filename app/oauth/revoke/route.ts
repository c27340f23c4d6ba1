import "server-only";
import { withDashboard } from "@/lib/api/server/dashboard/with-dashboard";
import { handleRevoke } from "@/lib/api/server/oauth/handle-revoke";

export async function POST(request: Request): Promise<Response> {
  return await withDashboard((dashboard) => handleRevoke(dashboard, request));
}
