import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { PEER_HEADER } from "@/lib/auth/peer-header";
import { ANSWER_HEADERS, DATA_POLICY, HSTS } from "./answer-headers.mjs";

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
  request.headers[PEER_HEADER] = request.socket.remoteAddress ?? "";
});
