import { webhookHeaders } from "@/lib/outgoing/sign-webhook";
import { postEntries } from "./post-entries";
import type { SendEntries } from "./send-entries";

interface WebhookReceiver {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `whsec_` and the key in base64; null signs nothing. */
  readonly secret: string | null;
  readonly now: () => Date;
}

/** Sends entries as one message of Standard Webhooks 1.0. Its id names the entries, so that it is the same in each try. */
export function webhookSender({ url, headers, secret, now }: WebhookReceiver): SendEntries {
  return async (entries) => {
    const timestamp = now();
    const body = JSON.stringify({ type: "audit.entries", timestamp: timestamp.toISOString(), data: { entries } });
    const id = `audit_${entries[0]?.id}_${entries.at(-1)?.id}`;
    const signature = webhookHeaders({ id, sentS: Math.floor(timestamp.getTime() / 1000), body }, secret);
    await postEntries(url, body, { ...headers, ...signature });
    return 0;
  };
}
