import "server-only";
import { withDashboard } from "@/lib/api/server/dashboard/with-dashboard";
import { handleUserinfo } from "@/lib/api/server/oauth/handle-userinfo";

export const dynamic = "force-dynamic";

export async function GET(request: Request): Promise<Response> {
  return await withDashboard((dashboard) => handleUserinfo(dashboard, request));
}
