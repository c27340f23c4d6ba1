import type { Environment } from "@/lib/environment/environment";
import type { SendEntries } from "./send-entries";
import { otlpSender } from "./send-otlp";
import { syslogSender } from "./send-syslog";
import { webhookSender } from "./send-webhook";

type ReceiverVariables = Pick<Environment, "HEDDLE_AUDIT_FORWARD_HEADERS" | "HEDDLE_AUDIT_FORWARD_SECRET">;

/** Returns what sends entries to a receiver, by the protocol of its address. */
export function senderOf(address: string, variables: ReceiverVariables, now: () => Date): SendEntries {
  const url = new URL(address);
  const headers = variables.HEDDLE_AUDIT_FORWARD_HEADERS ?? {};
  if (url.protocol.startsWith("syslog")) {
    const host = url.hostname.replace(/^\[|\]$/g, "");
    return syslogSender({ host, port: Number(url.port), isSecure: url.protocol === "syslog+tls:" });
  }
  if (url.protocol.startsWith("otlp+")) return otlpSender({ url: address.slice("otlp+".length), headers });
  return webhookSender({ url: address, headers, secret: variables.HEDDLE_AUDIT_FORWARD_SECRET ?? null, now });
}
