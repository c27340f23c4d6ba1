import "server-only";
import { handleAppOperation } from "@/lib/api/server/app-relay";
import { withDashboard } from "@/lib/api/server/with-dashboard";

type Context = RouteContext<"/api/app/[operation]">;

async function answer(request: Request, { params }: Context): Promise<Response> {
  const { operation } = await params;
  return await withDashboard((dashboard) => handleAppOperation(dashboard, request, operation));
}

export { answer as GET, answer as POST };
