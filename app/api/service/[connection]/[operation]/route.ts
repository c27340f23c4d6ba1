import "server-only";
import { withDashboard } from "@/lib/api/server/dashboard/with-dashboard";
import { handleRelay } from "@/lib/api/server/relay/relay";

type Context = RouteContext<"/api/service/[connection]/[operation]">;

async function relay(request: Request, { params }: Context): Promise<Response> {
  const { connection, operation } = await params;
  return await withDashboard((dashboard) => handleRelay(dashboard, request, { connection, operation }));
}

export { relay as DELETE, relay as GET, relay as POST, relay as PUT };
