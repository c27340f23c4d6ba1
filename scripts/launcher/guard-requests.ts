import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { PEER_HEADER } from "@/lib/auth/peer-header";
import { ANSWER_HEADERS, DATA_POLICY, HSTS } from "./answer-headers.mjs";

/** A path that no file has. */
const NOWHERE = "/_next/static/none";

/** Whether a path can be decoded: the framework fails with a defect for one that cannot, such as `/%ff`. */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

/**
 * Loaded before the dashboard. Below the framework, every answer gets its headers, also those that no route gives; what a
 * route sets itself replaces them. Every request says whose connection it came over.
 */
subscribe("http.server.request.start", (message) => {
  // Node documents the members of this message.
  const { request, response } = message as { readonly request: IncomingMessage; readonly response: ServerResponse };
  for (const [name, value] of Object.entries(ANSWER_HEADERS)) response.setHeader(name, value);
  response.setHeader("content-security-policy", DATA_POLICY);
  if (process.env.HEDDLE_URL?.startsWith("https://")) response.setHeader("strict-transport-security", HSTS);
  // It names nothing, so that the answer is "not found".
  if (!isDecodable(request.url ?? "")) request.url = NOWHERE;
  request.headers[PEER_HEADER] = request.socket.remoteAddress ?? "";
});
