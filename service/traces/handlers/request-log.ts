import type { LoggedRequest } from "@/lib/api/contract/admin/service-info";
import { readKey } from "@/service/kernel/access/authenticate";
import { ServiceError, ValidationError } from "@/service/kernel/errors/service-errors";

/** The number of different requests kept; equal ones count as one. */
const MAX_REQUEST_KINDS = 200;

/** Older requests are of no use to anyone waiting for one. */
const RETENTION_MS = 15 * 60_000;

/** The number of requests in one response, the newest ones. */
const MAX_ANSWERED_REQUESTS = 50;

const MAX_PROJECTS = 5;
const MAX_REASON_LENGTH = 240;
const MAX_NAME_LENGTH = 40;

/** The record of a request after its response. Contains nothing of its headers, query or body. */
export interface LoggedRequestFacts {
  readonly method: string;
  /** The template of the path, or the result of {@link safePath} for an unknown path. */
  readonly path: string;
  readonly operation: string | null;
  readonly status: number;
  readonly reason: string | null;
  readonly projects: readonly string[];
  readonly client: string | null;
}

interface Kind extends LoggedRequestFacts {
  readonly id: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
  readonly count: number;
}

export interface RequestLogQuery {
  /** Only requests that name this project, or none; null for all. */
  readonly project: string | null;
  /** The projects that the reader may see, or null for all. A limited reader sees no request without a project. */
  readonly seen: readonly string[] | null;
  /** Only requests after this time, in milliseconds since 1970. */
  readonly sinceMs: number;
}

/**
 * The requests of the last minutes, in memory. Equal ones are one entry with a count, so that a client that keeps
 * retrying does not push others out.
 */
export class RequestLog {
  readonly #kinds = new Map<string, Kind>();
  readonly #now: () => number;
  #lastId = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  add(request: LoggedRequestFacts): void {
    const { method, path, operation, status, reason, projects, client } = request;
    const facts = { method, path, operation, status, reason, projects: projects.slice(0, MAX_PROJECTS), client };
    const key = JSON.stringify(facts);
    const atMs = this.#now();
    const before = this.#kinds.get(key);
    this.#lastId += 1;
    const times = { firstAtMs: before?.firstAtMs ?? atMs, lastAtMs: atMs, count: (before?.count ?? 0) + 1 };
    // Deleted first, so that the map stays in the order of the last request.
    this.#kinds.delete(key);
    this.#kinds.set(key, { ...facts, ...times, id: this.#lastId });
    const [oldest] = this.#kinds.keys();
    if (this.#kinds.size > MAX_REQUEST_KINDS && oldest !== undefined) this.#kinds.delete(oldest);
  }

  /** Returns the newest requests, oldest first. */
  recent({ project, seen, sinceMs }: RequestLogQuery): LoggedRequest[] {
    const fromMs = Math.max(sinceMs, this.#now() - RETENTION_MS);
    const isFor = ({ projects }: Kind) => project === null || projects.length === 0 || projects.includes(project);
    const isSeen = ({ projects }: Kind) =>
      seen === null || (projects.length > 0 && projects.every((named) => seen.includes(named)));
    return [...this.#kinds.values()]
      .filter((kind) => kind.lastAtMs > fromMs && isFor(kind) && isSeen(kind))
      .slice(-MAX_ANSWERED_REQUESTS)
      .map(({ projects, firstAtMs, lastAtMs, ...facts }) => ({
        ...facts,
        project_ids: [...projects],
        first_at: new Date(firstAtMs).toISOString(),
        last_at: new Date(lastAtMs).toISOString(),
      }));
  }
}

const HIDDEN = "…";

/** A key of this service, a credential with its scheme, a credential in an address, the query of an address. */
const secretShapes = [/\bhk_\w+/gi, /\b(?:basic|bearer)\s+\S+/gi, /(?<=:\/\/)[^/\s@]+@/g, /(?<=\S)\?\S+/g];

function withoutSecrets(text: string, headers: Headers): string {
  const key = readKey(headers);
  const known = [key, headers.get("authorization")].filter((secret) => secret !== null && secret.length > 3);
  let safe = known.reduce<string>((left, secret) => left.replaceAll(secret ?? HIDDEN, HIDDEN), text);
  for (const shape of secretShapes) safe = safe.replace(shape, HIDDEN);
  return safe.length > MAX_REASON_LENGTH ? `${safe.slice(0, MAX_REASON_LENGTH)}${HIDDEN}` : safe;
}

const ORDINARY_NAME = /^[a-z][a-z_]{0,39}$/i;

/**
 * Describes where and why a body does not match its declaration, without any part of the body: its member names and the
 * parser's quotes are omitted.
 */
function sentenceOf({ detail }: ValidationError): string {
  const [first] = detail;
  if (!first) return "The request does not have the declared shape.";
  const place = first.loc
    .map((part) => (typeof part === "number" || ORDINARY_NAME.test(part) ? part : HIDDEN))
    .join(".");
  if (first.type === "json_invalid") return "The body is not JSON.";
  const more = detail.length > 1 ? `, and ${detail.length - 1} more` : "";
  return `${place}: ${first.msg}${more}`;
}

/** Describes why a request was refused, in a sentence without secrets and without any part of the body. */
export function safeReason(error: unknown, headers: Headers): string {
  if (error instanceof ValidationError) return withoutSecrets(sentenceOf(error), headers);
  if (error instanceof ServiceError) return withoutSecrets(error.message, headers);
  return "Internal error; see the service's log.";
}

/**
 * A path segment that may be a secret or a person's name is hidden: only plain words and versions such as v1 are shown.
 */
const PLAIN_SEGMENT = /^(?:[a-z]+(?:[._-][a-z]+)*|v\d{1,2}|[a-z]+\.[a-z]{2,4})$/i;

/** Returns a path that belongs to no operation, with every segment hidden that may contain a secret. */
export function safePath(path: string): string {
  const segments = path.split("/").slice(0, 9);
  return segments
    .map((segment) => (segment === "" || (segment.length <= 24 && PLAIN_SEGMENT.test(segment)) ? segment : HIDDEN))
    .join("/");
}

const PRODUCT = /^[A-Za-z][\w.-]*(?:\/[\w.+-]+)?/;

/** Returns the first program in a request's user agent: `python-httpx/0.28`. */
export function clientName(userAgent: string | null): string | null {
  const [product] = PRODUCT.exec(userAgent ?? "") ?? [];
  if (product === undefined || product.length > MAX_NAME_LENGTH || /hk_/i.test(product)) return null;
  return product;
}
