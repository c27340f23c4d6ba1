import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { handleMcp } from "@/lib/api/server/mcp/server/handle-mcp";
import type { TestDashboard } from "@/test/faults/relay-dashboard";

/** Serves the MCP server of a dashboard on a free port, for programs. */
export async function serveMcp(
  app: TestDashboard,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const fetch = (request: Request) => handleMcp(app.dashboard, request);
  const server = serve({ fetch, hostname: "127.0.0.1", port: 0 });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close();
      await once(server, "close");
    },
  };
}
