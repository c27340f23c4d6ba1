import { z } from "zod";
import { agentAccess } from "./agent-keys";

/** The query of an authorization request, percent-encoded; longer ones are refused. */
const MAX_REQUEST_LENGTH = 20_000;

/** A client that acts as a user, after that user allowed it. Times are ISO 8601 in UTC. */
export const connectedClient = z.object({
  id: z.string(),
  /** As the client calls itself; nobody has vouched for it. */
  clientName: z.string(),
  /** Where it received its code: a host, or the name of the machine that it runs on. */
  redirectHost: z.string(),
  access: agentAccess,
  ownerId: z.string(),
  ownerName: z.string(),
  /** The only workspace that it may read; null for all. */
  workspaceId: z.string().nullable(),
  workspaceSlug: z.string().nullable(),
  createdAt: z.string(),
  /** When it has to be connected again, if it is not used before. */
  expiresAt: z.string(),
  lastUsedAt: z.string().nullable(),
});

/** The decision of the consent page. */
export const clientAllow = z.strictObject({
  /** The query string of /oauth/authorize, unchanged; it is checked again. */
  request: z.string().max(MAX_REQUEST_LENGTH),
  access: agentAccess,
  workspaceId: z.string().nullable(),
});

/** The client's address with a code that works once, for one minute. */
export const clientAllowed = z.object({ redirectTo: z.string() });
