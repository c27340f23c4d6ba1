import "server-only";
import { withDashboard } from "@/lib/api/server/dashboard/with-dashboard";
import { handleDeviceAuthorization } from "@/lib/api/server/oauth/handle-device-authorization";

export async function POST(request: Request): Promise<Response> {
  return await withDashboard((dashboard) => handleDeviceAuthorization(dashboard, request));
}
