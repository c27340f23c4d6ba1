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

/** A short code as it was typed. */
const userCode = z.string().max(64);

export const deviceFind = z.strictObject({ userCode });

/** A program that waits until a user allows or denies it. */
export const deviceFound = z.object({
  clientName: z.string(),
  /** The address that it asked from, as the dashboard sees it. */
  address: z.string(),
  /** ISO 8601 in UTC. */
  askedAt: z.string(),
  /** The most that it asks for. */
  access: agentAccess,
  /** As the program shows it: BCDF-GHJK. */
  userCode: z.string(),
});

export const deviceAllow = z.strictObject({ userCode, access: agentAccess, workspaceId: z.string().nullable() });

/** The name of the program that was decided about. */
export const deviceDecided = z.object({ clientName: z.string() });

/** The client's address with a code that works once, for one minute. */
export const clientAllowed = z.object({ redirectTo: z.string() });
