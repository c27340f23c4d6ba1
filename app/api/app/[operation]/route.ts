import "server-only";
import { withDashboard } from "@/lib/api/server/dashboard/with-dashboard";
import { handleAppOperation } from "@/lib/api/server/relay/app-relay";

type Context = RouteContext<"/api/app/[operation]">;

async function answer(request: Request, { params }: Context): Promise<Response> {
  const { operation } = await params;
  return await withDashboard((dashboard) => handleAppOperation(dashboard, request, operation));
}

export { answer as GET, answer as POST };
