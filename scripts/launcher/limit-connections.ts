import { subscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import { limitConnections } from "@/service/http/connection-limits";

/**
 * Loaded before the dashboard, whose framework creates the server: its limits are set at its first request, which is the
 * launcher's own.
 */
const limited = new WeakSet<Server>();

subscribe("http.server.request.start", (message) => {
  // Node documents the members of this message.
  const { server } = message as { readonly server: Server };
  if (limited.has(server)) return;
  limited.add(server);
  limitConnections(server);
});
