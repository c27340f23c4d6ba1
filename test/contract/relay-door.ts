import type { Dialect } from "@/lib/api/contract/dialect";
import { stringifyJson } from "@/lib/api/contract/json-text";
import { failureBody } from "@/lib/api/contract/service-error";
import { LOCAL_TOKEN_CANARY, TestDashboard } from "@/test/faults/relay-dashboard";
import type { Door } from "./target";

export interface RelayDoor extends Door {
  close(): Promise<void>;
}

/** The token that the service must be started with, so that the relay's connection `local` is let in. */
export const RELAY_LOCAL_TOKEN = LOCAL_TOKEN_CANARY;

/**
 * The way through the relay, as a member's page takes it, to a service that listens on this port of 127.0.0.1.
 *
 * With `svc` it is the built-in connection. With `wb` it is a stored connection of that dialect, so that the relay
 * translates each request from the interface's names to public ones.
 *
 * @param apiKey a key that the service accepts, for the stored connection.
 */
export async function openRelayDoor(port: number, dialect: Dialect, apiKey: string): Promise<RelayDoor> {
  const app = await TestDashboard.open({ HEDDLE_SERVICE_PORT: String(port) });
  const stored = { basic: apiKey, bearer: apiKey };
  const connection = dialect === "svc" ? "local" : await app.connect(`http://127.0.0.1:${port}`, "wb", stored);
  return {
    name: `through the relay, ${dialect}`,
    dialect,
    send: (operation, { params, query, body }) =>
      app.call(operation.id, {
        connection,
        method: operation.method,
        search: { ...params, ...query },
        ...(operation.body.kind === "none" ? {} : { body: stringifyJson(body ?? {}) }),
      }),
    readFailure: (httpStatus, body) => {
      const { status, reason, detail, message } = failureBody.parse(body).error;
      const places = detail?.map(({ loc }) => loc.join(".")) ?? [];
      return { status: status ?? httpStatus, reason: reason ?? message, places };
    },
    close: () => app.close(),
  };
}
