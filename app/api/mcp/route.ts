import "server-only";
import { withDashboard } from "@/lib/api/server/dashboard/with-dashboard";
import { handleMcp } from "@/lib/api/server/mcp/server/handle-mcp";

function answer(request: Request): Promise<Response> {
  return withDashboard((dashboard) => handleMcp(dashboard, request));
}

export { answer as DELETE, answer as GET, answer as POST };
