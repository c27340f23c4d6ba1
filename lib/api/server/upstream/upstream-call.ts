import { Agent, type Dispatcher, fetch, type RequestInit, type Response as UpstreamResponse } from "undici";
import type { Limits } from "@/lib/api/contract/operation/operation";
import { AddressNotAllowedError, type AddressPolicy } from "@/lib/outgoing/address-policy";
import { CONNECT_TIMEOUT_MS, guardedConnector } from "@/lib/outgoing/guarded-connector";

const MAX_RESPONSE_HEADERS_BYTES = 64 * 1024;

type Waits = Pick<Limits, "headersTimeoutMs" | "idleTimeoutMs">;

/**
 * Calls services with undici's own fetch from the package. One agent per pair of timeouts, since fetch takes them only
 * from its agent; connections are kept open between calls.
 */
export class UpstreamClient {
  readonly #agents = new Map<string, Agent>();
  readonly #guarded: ReturnType<typeof guardedConnector>;

  constructor(policy: AddressPolicy) {
    this.#guarded = guardedConnector(policy);
  }

  #agent(isTrusted: boolean, { headersTimeoutMs, idleTimeoutMs }: Waits): Dispatcher {
    const key = [isTrusted, headersTimeoutMs, idleTimeoutMs].join(" ");
    const known = this.#agents.get(key);
    if (known) return known;
    const agent = new Agent({
      connect: isTrusted ? { timeout: CONNECT_TIMEOUT_MS } : this.#guarded,
      headersTimeout: headersTimeoutMs,
      bodyTimeout: idleTimeoutMs,
      maxHeaderSize: MAX_RESPONSE_HEADERS_BYTES,
    });
    this.#agents.set(key, agent);
    return agent;
  }

  /** Never follows a redirect: it would carry the credential to an address that it was not entered for. */
  async call(
    url: URL,
    init: Omit<RequestInit, "redirect" | "dispatcher">,
    waits: Waits,
    isTrusted: boolean,
  ): Promise<UpstreamResponse> {
    const dispatcher = this.#agent(isTrusted, waits);
    return await fetch(url, { ...init, redirect: "manual", dispatcher });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.close()));
  }
}

/** Why there was no response. */
export interface CallProblem {
  readonly kind: "unreachable" | "timeout" | "unreadable" | "refused-address";
  /** Completes the sentence "The service at … ". */
  readonly sentence: string;
  readonly code: string;
}

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refuses connections",
  ECONNRESET: "closed the connection",
  UND_ERR_SOCKET: "closed the connection",
  EPIPE: "closed the connection",
  ENOTFOUND: "has an unknown host name",
  EAI_AGAIN: "has a host name that could not be looked up",
  EHOSTUNREACH: "cannot be reached over the network",
  ENETUNREACH: "cannot be reached over the network",
  ETIMEDOUT: "did not accept a connection in time",
  UND_ERR_CONNECT_TIMEOUT: "did not accept a connection in time",
  EPROTO: "does not speak TLS as expected",
  DEPTH_ZERO_SELF_SIGNED_CERT: "has an untrusted certificate",
  SELF_SIGNED_CERT_IN_CHAIN: "has an untrusted certificate",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "has an untrusted certificate",
  CERT_HAS_EXPIRED: "has an expired certificate",
  ERR_TLS_CERT_ALTNAME_INVALID: "has a certificate for another host name",
};

/** The errors behind an error, itself first: fetch wraps errors, and a host with two addresses fails with a pair. */
function causes(error: unknown): Error[] {
  const errors: Error[] = [];
  const pending: unknown[] = [error];
  while (pending.length > 0 && errors.length < 10) {
    const next = pending.shift();
    if (!(next instanceof Error)) continue;
    errors.push(next);
    if (next instanceof AggregateError) pending.push(...next.errors);
    pending.push(next.cause);
  }
  return errors;
}

function codeOf(error: Error): string | undefined {
  return "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Returns the problem in words that contain no resolved address and no header. */
export function describeCallError(error: unknown): CallProblem {
  const chain = causes(error);
  const refusal = chain.find((cause) => cause instanceof AddressNotAllowedError);
  if (refusal) return { kind: "refused-address", sentence: `may not be called: ${refusal.message}`, code: "refused" };
  const codes = chain.map(codeOf).filter((code) => code !== undefined);
  const timeout = codes.find((code) => code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT");
  if (timeout) return { kind: "timeout", sentence: "did not respond in time", code: timeout };
  const garbled = chain.find(({ name }) => name === "HTTPParserError" || name === "HeadersOverflowError");
  if (garbled) {
    return {
      kind: "unreadable",
      sentence: "does not respond in HTTP as expected",
      code: codeOf(garbled) ?? "not-http",
    };
  }
  // fetch itself refuses ports of mail, shells and the like, as browsers do.
  if (chain.some(({ message }) => message === "bad port")) {
    return { kind: "refused-address", sentence: "uses a port that is reserved for other protocols", code: "refused" };
  }
  const code = codes.find((candidate) => candidate in SENTENCES) ?? codes[0] ?? "unknown";
  return { kind: "unreachable", sentence: SENTENCES[code] ?? `could not be called (${code})`, code };
}
