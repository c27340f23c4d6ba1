import "server-only";
import { withDashboard } from "@/lib/api/server/dashboard/with-dashboard";
import { handleShare } from "@/lib/api/server/share/handle-share";

export async function GET(request: Request, { params }: RouteContext<"/share/[token]">): Promise<Response> {
  const { token } = await params;
  return await withDashboard((dashboard) => handleShare(dashboard, request, token));
}
