import "server-only";
import { withDashboard } from "@/lib/api/server/dashboard/with-dashboard";
import { handleRegister } from "@/lib/api/server/oauth/handle-register";

export async function POST(request: Request): Promise<Response> {
  return await withDashboard((dashboard) => handleRegister(dashboard, request));
}
