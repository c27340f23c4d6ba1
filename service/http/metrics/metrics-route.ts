import { createHash, timingSafeEqual } from "node:crypto";
import type { Handler } from "hono";
import { readKey } from "@/service/kernel/access/authenticate";
import { NotSignedInError } from "@/service/kernel/errors/service-errors";
import type { ServiceMetrics } from "./service-metrics";

/** The setting that needs no token. */
const OPEN_METRICS = "open";

const digestOf = (text: string) => createHash("sha256").update(text).digest();

/**
 * Returns all measurements as text: to everybody, or with a token as Bearer token or Basic password.
 *
 * @param setting `open`, or the token
 */
export function metricsRoute(metrics: ServiceMetrics, setting: string): Handler {
  return async ({ req, body }) => {
    const sent = readKey(req.raw.headers) ?? "";
    if (setting !== OPEN_METRICS && !timingSafeEqual(digestOf(sent), digestOf(setting))) {
      throw new NotSignedInError("Send the value of HEDDLE_METRICS as a Bearer token.");
    }
    return body(await metrics.text(), 200, { "content-type": metrics.contentType, "cache-control": "no-store" });
  };
}
