import { createHmac } from "node:crypto";

interface SignedWebhook {
  readonly id: string;
  /** Seconds since 1970. */
  readonly sentS: number;
  readonly body: string;
}

/**
 * Returns the headers of a message as Standard Webhooks 1.0 describes them: the id, the time, and the HMAC SHA-256 of
 * `id.time.body` in base64.
 *
 * @param secret `whsec_` and the key in base64; null sends no signature
 */
export function webhookHeaders({ id, sentS, body }: SignedWebhook, secret: string | null): Record<string, string> {
  const headers = { "webhook-id": id, "webhook-timestamp": String(sentS) };
  if (secret === null) return headers;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${sentS}.${body}`).digest("base64");
  return { ...headers, "webhook-signature": `v1,${signature}` };
}
