import type { z } from "zod";
import type { connectedClient } from "@/lib/api/contract/app/oauth-clients";
import { countOf } from "@/lib/format/count";

export type ConnectedClient = z.infer<typeof connectedClient>;

/** Returns the number of connected agents for the foot; nothing while it is not known, or where there are none. */
export function connectedCount(clients: readonly ConnectedClient[] | undefined): readonly string[] {
  return clients === undefined || clients.length === 0 ? [] : [countOf(clients.length, "connected agent")];
}
