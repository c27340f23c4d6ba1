import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { hostname } from "node:os";
import { connect as connectSecurely } from "node:tls";
import { describeCallError } from "@/lib/api/server/upstream/upstream-call";
import type { ForwardedEntry } from "@/lib/database/audit-forwarding";
import { ForwardingProblem } from "./forwarding-problem";
import type { SendEntries } from "./send-entries";

interface SyslogReceiver {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
}

const TIMEOUT_MS = 30_000;

/** RFC 5424: facility 13 is for audit logs, severity 6 informational and 4 warning. */
const priorityOf = (isAllowed: boolean) => 13 * 8 + (isAllowed ? 6 : 4);

/** Printable ASCII without spaces, as RFC 5424 wants it in a header. */
const headerText = (text: string, length: number) => text.replaceAll(/[^\x21-\x7e]/g, "_").slice(0, length) || "-";

/** A message of RFC 5424 with its length before it, as RFC 6587 and RFC 5425 frame them. Its text is JSON. */
function frame(entry: ForwardedEntry): string {
  const head = [
    `<${priorityOf(entry.is_allowed)}>1`,
    entry.at,
    headerText(hostname(), 255),
    "heddle",
    String(process.pid),
    headerText(entry.event, 32),
    "-",
  ].join(" ");
  const message = `${head} ${JSON.stringify(entry)}`;
  return `${Buffer.byteLength(message)} ${message}`;
}

/**
 * Sends entries as syslog over TCP or TLS, with one connection for all of them. Syslog has no acknowledgement: entries count as
 * taken when the receiver closed the connection after the last of them, without an error.
 */
export function syslogSender({ host, port, isSecure }: SyslogReceiver): SendEntries {
  return async (entries) => {
    const socket = isSecure ? connectSecurely({ host, port }) : connect({ host, port });
    socket.setTimeout(TIMEOUT_MS, () =>
      socket.destroy(new ForwardingProblem("did not take the entries in 30 seconds")),
    );
    try {
      await deliver(socket, entries.map(frame).join(""));
    } catch (error) {
      if (error instanceof ForwardingProblem) throw error;
      throw new ForwardingProblem(describeCallError(error).sentence, { cause: error });
    } finally {
      socket.destroy();
    }
    return 0;
  };
}

async function deliver(socket: Socket, text: string): Promise<void> {
  // What the receiver sends is not read, but its end is.
  socket.resume();
  const closed = once(socket, "close");
  socket.end(text);
  await closed;
}
