import "server-only";
import { withDashboard } from "@/lib/api/server/dashboard/with-dashboard";
import { serverMetadata } from "@/lib/api/server/oauth/server-metadata";

/** Without this, Next would answer with the address of the machine that built it. */
export const dynamic = "force-dynamic";

/** Public by its nature: clients read it before they are registered. */
export async function GET(): Promise<Response> {
  return await withDashboard(async ({ environment }) => Response.json(serverMetadata(environment.publicUrl)));
}
