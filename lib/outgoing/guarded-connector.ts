import { isIPv6 } from "node:net";
import { buildConnector } from "undici";
import type { AddressPolicy } from "./address-policy";

export const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Returns a connector of undici that connects only where the policy allows: it checks literal addresses itself, and names
 * through the resolver.
 */
export function guardedConnector(policy: AddressPolicy): buildConnector.connector {
  const byPort = new Map<number, buildConnector.connector>();
  return (options, callback) => {
    const port = Number(options.port || (options.protocol === "https:" ? 443 : 80));
    try {
      // undici removes the brackets of an IPv6 address.
      const host = isIPv6(options.hostname) ? `[${options.hostname}]` : options.hostname;
      policy.checkUrl(new URL(`${options.protocol}//${host}:${port}`));
    } catch (error) {
      // checkUrl throws only errors.
      callback(error as Error, null);
      return;
    }
    const connect = byPort.get(port) ?? buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: policy.lookupFor(port) });
    byPort.set(port, connect);
    connect(options, callback);
  };
}
