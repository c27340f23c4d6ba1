import "server-only";
import { withDashboard } from "@/lib/api/server/dashboard/with-dashboard";
import { handleToken } from "@/lib/api/server/oauth/handle-token";

export async function POST(request: Request): Promise<Response> {
  return await withDashboard((dashboard) => handleToken(dashboard, request));
}
