import "server-only";
import { withDashboard } from "@/lib/api/server/dashboard/with-dashboard";
import { resourceMetadata } from "@/lib/api/server/mcp/server/resource-metadata";

type Context = RouteContext<"/.well-known/oauth-protected-resource/[[...path]]">;

/** Public by its nature: clients read it before they have a key. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const path = (await params).path?.join("/") ?? "api/mcp";
  if (path !== "api/mcp") return new Response(null, { status: 404 });
  return await withDashboard(async ({ environment }) => Response.json(resourceMetadata(environment, request.headers)));
}
