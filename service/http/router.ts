import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { Hono } from "hono";
import type { Logger } from "pino";
import { asciiJson, MAX_MISSING, MISSING_HEADER, type MissingRows } from "@/lib/api/contract/admin/missing-rows";
import type { ReadSize } from "@/lib/api/contract/audit/read-tally";
import { openApiDocument } from "@/lib/api/contract/open-api";
import { writeBothNames } from "@/lib/api/contract/operation/dialect";
import { namedProjects } from "@/lib/api/contract/operation/named-projects";
import type { Operation } from "@/lib/api/contract/operation/operation";
import { allOperations } from "@/lib/api/contract/operations";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { license, version } from "@/package.json";
import type { ServiceMetrics } from "@/service/http/metrics/service-metrics";
import { type AuthenticateOptions, authenticate } from "@/service/kernel/access/authenticate";
import type { Identity } from "@/service/kernel/access/identity";
import { requireProjectAccess } from "@/service/kernel/access/require-project-access";
import { requireScope } from "@/service/kernel/access/require-scope";
import { check, type ReceivedRequest, readJsonBody, readMultipart } from "@/service/kernel/bodies/read-body";
import { readMedia } from "@/service/kernel/bodies/read-media";
import { readStream } from "@/service/kernel/bodies/read-stream";
import { asServiceError } from "@/service/kernel/errors/as-service-error";
import {
  ForbiddenError,
  NotFoundError,
  type ServiceError,
  StorageFullError,
  TooBusyError,
} from "@/service/kernel/errors/service-errors";
import type { HandlerContext, MediaResponse, Services } from "@/service/traces/handlers/handler";
import type { Handlers } from "@/service/traces/handlers/handlers";
import { linesBody } from "@/service/traces/handlers/lines-body";
import { LiveEvents } from "@/service/traces/handlers/live-events";
import { RawJson } from "@/service/traces/handlers/raw-json";
import { RequestLog } from "@/service/traces/handlers/request-log";
import { encodeStatus, PROTOBUF } from "@/service/traces/otel/otlp-messages";
import type { DamageRecords } from "@/service/traces/store/engine/damage-records";
import type { DiskReserve } from "@/service/traces/store/engine/disk-reserve";
import { RESPONSE_HEADERS } from "./answer-headers";
import type { AuditRequests } from "./audit-requests";
import { isPageLink, pageAddress } from "./dashboard-links";
import { measureRequests } from "./measure-requests";
import { type NamedRequestEnvironment, nameRequests } from "./name-requests";
import { isPermittedOnFullDisk } from "./operations-on-full-disk";
import { type RequestLogEnvironment, recordRequests } from "./record-requests";
import { refusalReason } from "./refused-operations";
import { RequestTurns } from "./request-turns";
import type { traceRequests } from "./trace-requests";

export interface RouterOptions extends AuthenticateOptions {
  readonly services: Services;
  readonly handlers: Handlers;
  readonly log: Logger;
  /** The space of the data folder's disk; null where the data is on a server. */
  readonly reserve?: DiskReserve | null;
  /** What results lack because of damage. */
  readonly damage?: DamageRecords;
  /** Records what API keys do. */
  readonly audit?: AuditRequests;
  /** Measures all requests. */
  readonly metrics?: ServiceMetrics;
  /** Creates a span for each request. */
  readonly tracing?: Awaited<ReturnType<typeof traceRequests>>;
  /** The origin of the dashboard, which the links that SDKs print lead to; null when it is not known. */
  readonly dashboardUrl?: string | null;
}

const JSON_TYPE = "application/json; charset=utf-8";

const ANONYMOUS: Identity = { userId: "", name: "", projects: [] };

/** Handlers after their types were checked by `Handlers`: here only the operation's row knows input and output. */
type AnyHandler = (input: unknown, context: HandlerContext) => unknown;

function jsonResponse(text: string, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(text, { status, headers: { ...RESPONSE_HEADERS, ...headers, "content-type": JSON_TYPE } });
}

/**
 * Clients that know only the address of the whole product (`WANDB_BASE_URL`) look for the service below this path.
 */
const PRODUCT_PREFIX = "/traces";

function pathsOf({ path, aliases }: Operation): ReadonlySet<string> {
  const paths = [path, ...aliases];
  return new Set([...paths, ...paths.map((own) => `${PRODUCT_PREFIX}${own}`)]);
}

/** The routes with their methods, in Hono's notation. */
function methodsByPath(operations: readonly Operation[]): ReadonlyMap<string, readonly string[]> {
  const methods = new Map<string, string[]>();
  for (const operation of operations) {
    for (const path of pathsOf(operation)) {
      const route = routeOf(path);
      methods.set(route, [...(methods.get(route) ?? []), operation.method]);
    }
  }
  return methods;
}

/** Operations that OpenAI's clients call, which read only the member `error` of a failure. */
const OPENAI_PATHS = /^(?:\/traces)?\/v1\/(?:chat\/completions\/?|responses|models)$/;

function openAiError(known: ServiceError | null): object {
  const message = known?.message ?? "Internal server error";
  return { error: { message, type: known?.name ?? "InternalServerError", param: null, code: null } };
}

const routeOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ":$1");

/** @throws Forbidden when a key calls an operation that only the dashboard may use. */
function requireAudience(operation: Operation, identity: Identity): void {
  if (operation.audience === "clients" || identity.isDashboard) return;
  throw new ForbiddenError("Only the dashboard of this installation may do this; API keys may not.");
}

/** Most bodies are freed by garbage collection. */
const NOTHING_TO_RELEASE = (): void => undefined;

interface ReadInput {
  readonly input: { readonly params: unknown; readonly query: unknown; readonly body: unknown };
  /** The text of a JSON body. */
  readonly text: string;
  /** Of the body, decompressed. A body that the handler reads as a stream is not in memory, and counts none. */
  readonly bytes: number;
  /** Called when nobody reads the body any more. */
  readonly release: () => void;
}

async function readInput(
  operation: Operation,
  received: ReceivedRequest,
  params: unknown,
  query: unknown,
): Promise<ReadInput> {
  const { body } = operation;
  const checked = {
    params: check(operation.params, params, "path"),
    query: check(operation.query, query, "query"),
  };
  if (body.kind === "json") {
    const read = await readJsonBody(operation, body.schema, received);
    const { text, bytes, release } = read;
    return { text, bytes, input: { ...checked, body: read.body }, release };
  }
  if (body.kind === "multipart") {
    const { bytes, ...multipart } = await readMultipart(operation, body.fields, body.file, received);
    return { text: "", bytes, input: { ...checked, body: multipart }, release: NOTHING_TO_RELEASE };
  }
  if (body.kind === "media") {
    const media = await readMedia(operation, body, received);
    const bytes = media.body.bytes.byteLength;
    return { text: "", bytes, input: { ...checked, body: media.body }, release: media.release };
  }
  const stream = body.kind === "json-stream" ? readStream(operation, received.request) : undefined;
  return { text: "", bytes: 0, input: { ...checked, body: stream }, release: NOTHING_TO_RELEASE };
}

/** Returns what an answer lacks. One that names no project is about all that its reader may read. */
function missingIn(
  damage: DamageRecords,
  { effect, auth }: Operation,
  projects: ReadonlySet<string>,
  identity: Identity,
): readonly MissingRows[] {
  if (projects.size > 0) return damage.of(projects);
  return effect === "read" && auth !== "none" ? damage.ofReader(identity.projects) : [];
}

/** What is recorded of a response. */
interface ResponseAudit {
  /** Called with the JSON of the answer, or null, before the response begins. */
  readonly onDone: (answer: unknown) => Promise<void> | undefined;
  /** Called at the end of a body with what it had; null where nothing is counted. */
  readonly onRead: ((size: ReadSize) => void) | null;
}

async function writeResponse(
  operation: Operation,
  result: unknown,
  log: Logger,
  { onDone, onRead }: ResponseAudit,
): Promise<Response> {
  const { result: shape } = operation;
  if (shape.kind === "json") {
    const value = await result;
    await onDone(value);
    if (value instanceof LiveEvents) {
      return new Response(value.events, { headers: { ...RESPONSE_HEADERS, "content-type": "text/event-stream" } });
    }
    const text = value instanceof RawJson ? value.text : stringifyJson(writeBothNames(shape.schema, value));
    onRead?.({ rows: 0, bytes: Buffer.byteLength(text) });
    return jsonResponse(text);
  }
  if (shape.kind === "jsonl") {
    const body = await linesBody(result as AsyncIterable<unknown>, {
      present: (row) => writeBothNames(shape.item, row),
      isLive: shape.isLive === true,
      onFailure: (error) => log.error({ err: error, operation: operation.id }, "stream failed after its first line"),
      ...(onRead === null ? {} : { onEnd: onRead }),
    });
    await onDone(null);
    return new Response(body, { headers: { ...RESPONSE_HEADERS, "content-type": "application/jsonl" } });
  }
  if (shape.kind === "media") {
    const { type, bytes } = (await result) as MediaResponse;
    await onDone(null);
    return new Response(Buffer.from(bytes), { headers: { ...RESPONSE_HEADERS, "content-type": type } });
  }
  const bytes = (await result) as ReadableStream<Uint8Array>;
  await onDone(null);
  const body = onRead === null ? bytes : bytes.pipeThrough(countingBytes(onRead));
  return new Response(body, { headers: { ...RESPONSE_HEADERS, "content-type": "application/octet-stream" } });
}

/** Passes bytes on, and reports how many they were when they have ended. */
function countingBytes(onEnd: (size: ReadSize) => void): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      controller.enqueue(chunk);
    },
    flush: () => onEnd({ rows: 0, bytes }),
  });
}

/** What the server of Node passes on beside a request. */
export interface NodeBindings {
  readonly incoming?: Readable;
}

type ServiceEnvironment = RequestLogEnvironment & NamedRequestEnvironment & { Bindings: NodeBindings };

/** The HTTP routes of the service, built from the operations table: every row with a handler becomes its routes. */
export function createRouter({
  services,
  handlers,
  keys,
  localToken,
  log,
  audit,
  metrics,
  tracing,
  dashboardUrl = null,
  reserve = null,
  damage,
}: RouterOptions): Hono<ServiceEnvironment> {
  const app = new Hono<ServiceEnvironment>({ strict: true });
  const byId = handlers as unknown as Readonly<Record<string, AnyHandler | undefined>>;
  const requests = new RequestLog();
  const turns = new RequestTurns();

  app.use(nameRequests());
  app.use(recordRequests(requests));
  if (metrics) app.use(measureRequests(metrics));
  if (tracing) app.use(tracing);

  for (const operation of allOperations) {
    const handler = byId[operation.id];
    if (!handler) continue;
    for (const path of pathsOf(operation)) {
      app.on(operation.method, routeOf(path), async ({ req, get, env }) => {
        const facts = get("facts");
        Object.assign(facts, { path, operation: operation.id });
        const identity =
          operation.auth === "none" ? ANONYMOUS : await authenticate(req.raw.headers, { keys, localToken });
        facts.isDashboard = identity.isDashboard === true;
        const sender = { operation, identity, requestId: get("requestId") };
        const requireAllowed = async (check: () => void) => await (audit ? audit.checked(sender, check) : check());
        await requireAllowed(() => {
          requireAudience(operation, identity);
          if (operation.auth !== "none") requireScope(identity, operation);
        });
        const params = req.param() as Record<string, string>;
        const { text, bytes, input, release } = await readInput(
          operation,
          { request: req.raw, sent: env?.incoming ?? null, admission: turns.admission(identity, req.raw.signal) },
          params,
          req.query(),
        );
        try {
          const projects = namedProjects(params, input.query, input.body);
          facts.projects = projects;
          await requireAllowed(() => requireProjectAccess(identity, projects));
          services.imports.requireWhole(projects);
          if (!isPermittedOnFullDisk(operation)) reserve?.requireRoom();
          const { origin } = new URL(req.url);
          const context: HandlerContext = {
            ...services,
            identity,
            bodyText: text,
            signal: req.raw.signal,
            header: (name) => req.header(name) ?? null,
            origin,
            requests,
            note: ({ projects: namedProjects, reason }) => {
              for (const project of namedProjects ?? []) projects.add(project);
              facts.reason = reason ?? facts.reason;
            },
          };
          const stop = (reason: string) => {
            log.warn({ operation: operation.id, userId: identity.userId, key: identity.name, reason }, "stream ended");
            // The request has been read, so that only its connection is left to end.
            (env?.incoming as Partial<IncomingMessage> | undefined)?.socket?.destroy();
          };
          const onRead = audit?.reader({ ...sender, input }) ?? null;
          const onDone = (answer: unknown) => audit?.changed({ ...sender, input }, answer);
          const response = await turns.run(
            { operation, identity, bytes, signal: context.signal, stop },
            () => handler(input, context),
            (result) => writeResponse(operation, result, log, { onDone, onRead }),
          );
          const missing = damage === undefined ? [] : missingIn(damage, operation, projects, identity);
          if (missing.length > 0) response.headers.set(MISSING_HEADER, asciiJson(missing.slice(0, MAX_MISSING)));
          return response;
        } finally {
          release();
        }
      });
    }
  }

  // A dashboard asks in this way what a service has, since it runs nothing.
  for (const [path, methods] of methodsByPath(allOperations.filter(({ id }) => byId[id]))) {
    const allow = [...methods, "OPTIONS"].join(", ");
    app.options(path, () => new Response(null, { status: 204, headers: { ...RESPONSE_HEADERS, allow } }));
  }

  let described: Readonly<Record<string, unknown>> | null = null;
  app.get("/openapi.json", ({ req }) => {
    const offered = allOperations.filter(({ id, audience }) => byId[id] && audience === "clients");
    described ??= openApiDocument(offered, { version, license });
    return jsonResponse(JSON.stringify({ ...described, servers: [{ url: new URL(req.url).origin }] }));
  });

  app.notFound(({ req, get }) => {
    if (isPageLink(req)) {
      const location = pageAddress(dashboardUrl, new URL(req.url));
      return new Response(null, { status: 302, headers: { ...RESPONSE_HEADERS, location } });
    }
    const refusal = refusalReason(req.path);
    get("facts").reason = refusal ?? "Operation not found.";
    const text = refusal === null ? `Operation not found: ${req.method} ${req.path}` : `${refusal} (${req.path})`;
    const { reason } = new NotFoundError(text).body();
    return jsonResponse(JSON.stringify({ reason }), 404);
  });

  app.onError((error, { req, get }) => {
    const known = asServiceError(error);
    const requestId = get("requestId");
    // What was acknowledged can then be read, and what fails next is refused with certainty.
    if (known instanceof StorageFullError) void reserve?.release();
    // What a full disk refuses is logged once, and not for each request.
    const isLogged = known instanceof StorageFullError && known.outcome === "refused";
    // A client that disconnected is not a failure, and no one reads the response.
    if ((!known || known.status >= 500) && !isLogged && !req.raw.signal.aborted) {
      log.error({ err: error, requestId, method: req.method, path: req.path }, "request failed");
    }
    const headers = known instanceof TooBusyError ? { "retry-after": String(known.retryAfterSeconds) } : {};
    const own = known?.body() ?? { reason: "Internal server error", request_id: requestId };
    const body = OPENAI_PATHS.test(req.path) ? { ...own, ...openAiError(known) } : own;
    if (req.header("content-type")?.startsWith(PROTOBUF)) {
      const bytes = encodeStatus(known?.message ?? `Internal server error (${requestId})`);
      return new Response(Buffer.from(bytes), {
        status: known?.status ?? 500,
        headers: { ...RESPONSE_HEADERS, ...headers, "content-type": PROTOBUF },
      });
    }
    return jsonResponse(JSON.stringify(body), known?.status ?? 500, headers);
  });

  return app;
}
