import "server-only";
import { withDashboard } from "@/lib/api/server/dashboard/with-dashboard";
import { handleAuth } from "@/lib/auth/auth-handler";

type Context = RouteContext<"/api/auth/[...nextauth]">;

async function answer(request: Request, { params }: Context): Promise<Response> {
  const { nextauth } = await params;
  return await withDashboard((dashboard) => handleAuth(dashboard, request, nextauth));
}

export { answer as GET, answer as POST };
