import type { Server } from "node:http";

export interface ConnectionLimits {
  /** Connections beyond are closed as they come; those that are open continue. */
  readonly maxConnections: number;
  /** Time in which a client must have sent the head of a request. Node closes connections that are late every 30 s. */
  readonly headersTimeoutMs: number;
}

/**
 * Limits of a program that answers over HTTP. Each connection needs an open file, of which a process may usually have
 * more than 16,000: without a limit, connections that send nothing would leave none for the data.
 */
const CONNECTION_LIMITS: ConnectionLimits = { maxConnections: 15_000, headersTimeoutMs: 20_000 };

/** Sets the limits of a server, before or after it listens. */
export function limitConnections(
  server: Pick<Server, "maxConnections" | "headersTimeout">,
  { maxConnections, headersTimeoutMs }: ConnectionLimits = CONNECTION_LIMITS,
): void {
  server.maxConnections = maxConnections;
  server.headersTimeout = headersTimeoutMs;
}
