import { formatDuration } from "@/lib/format/duration";
import type { Status } from "@/lib/format/status";
import type { Connection } from "./connection";

/** Returns the host of a connection's address; the full address when it cannot be read. */
export function connectionHost(connection: Pick<Connection, "baseUrl">): string {
  try {
    return new URL(connection.baseUrl).host;
  } catch {
    return connection.baseUrl;
  }
}

/** Returns the last test result of a connection, as a glyph and in words. Untested is neither good nor bad. */
export function connectionStatus(connection: Pick<Connection, "lastTest">): { status: Status; words: string } {
  const operations = connection.lastTest?.operations;
  if (!operations) return { status: "unknown", words: "not tested" };
  const answered = operations.filter((operation) => operation.status !== null);
  if (answered.length === 0) return { status: "error", words: "does not respond" };
  if (operations.some((operation) => operation.support === "refused")) {
    const isAll = answered.every((operation) => operation.support === "refused" || operation.support === "missing");
    return isAll ? { status: "error", words: "credentials rejected" } : { status: "warning", words: "partly rejected" };
  }
  return operations.some((operation) => operation.support === "supported")
    ? { status: "ok", words: "responds" }
    : { status: "warning", words: "no supported operations" };
}

/** Whether a service responded when it was asked last; `problem` is null while it does. */
interface LastResponse {
  readonly connectionId: string;
  readonly problem: string | null;
}

/** Returns the status at this moment where it is known; the result of the last test does not say it. */
export function presentStatus(
  connection: Pick<Connection, "id" | "lastTest">,
  response: LastResponse | null,
): { status: Status; words: string } {
  if (response?.connectionId !== connection.id) return connectionStatus(connection);
  if (response.problem !== null) return { status: "error", words: "does not respond" };
  const tested = connectionStatus(connection);
  const isOutdated = tested.status === "unknown" || tested.words === "does not respond";
  return isOutdated ? { status: "ok", words: "responds" } : tested;
}

/** Returns the median time of the operations that responded in the last test; null if there was none. */
export function medianLatencyMs(connection: Pick<Connection, "lastTest">): number | null {
  const times = (connection.lastTest?.operations ?? [])
    .filter((operation) => operation.support === "supported")
    .flatMap((operation) => (operation.latencyMs === null ? [] : [operation.latencyMs]))
    .sort((left, right) => left - right);
  const upper = times[Math.floor(times.length / 2)];
  const lower = times[Math.ceil(times.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2;
}

/** Returns the median as text, or nothing. */
export function medianLatency(connection: Pick<Connection, "lastTest">): string | null {
  const latencyMs = medianLatencyMs(connection);
  return latencyMs === null ? null : formatDuration(latencyMs);
}
