import type { LoggedRequest } from "@/lib/api/contract/admin/service-info";
import type { Status } from "@/lib/format/status";
import { parseTime } from "@/lib/format/time";
import { clientAddress, type FirstCallTarget, otelProject } from "./first-program";

/** A fix for a refused request: a sentence, and lines to copy. */
export interface Fix {
  /** The text of the link that opens it. */
  readonly label: string;
  readonly text: string;
  readonly lines: string | null;
}

/** A request as a line of the listener. */
export interface RequestLine {
  readonly id: number;
  readonly status: Status;
  readonly atMs: number | null;
  readonly what: string;
  /** Its result, with its status. */
  readonly outcome: string;
  readonly client: string | null;
  readonly count: number;
  readonly remedy: Fix | null;
}

/** Lines that are shown; earlier ones are only counted. */
const SHOWN = 6;

/** Operations that clients request before they log anything. */
const HANDSHAKE_OPERATIONS: ReadonlySet<string> = new Set(["serverInfo", "graphql", "health", "projects.list"]);

const STORING: ReadonlySet<string> = new Set([
  "call.upsertBatch",
  "call.start",
  "call.end",
  "calls.complete",
  "otel.exportTraces",
]);

/** Ends of the paths that clients log to. */
const LOGGING_PATHS = /\/(?:call\/(?:upsert_batch|start|end)|calls\/complete|obj\/create|table\/create)\/?$/;

/** Short texts, next to the request, for the failures of a typical first set-up. */
function shortReason({ status, operation, reason }: LoggedRequest): string | null {
  if (reason?.startsWith("No API key was sent")) return "no key was sent";
  if (status === 401) return "the key is unknown or was revoked";
  if (isWithoutProject({ operation, reason })) return "the header project_id is missing";
  if (status === 404 && operation === null) return "nothing at this path";
  return reason;
}

function isWithoutProject({ operation, reason }: Pick<LoggedRequest, "operation" | "reason">): boolean {
  return operation === "otel.exportTraces" && reason?.startsWith("No project is named") === true;
}

function outcomeOf(request: LoggedRequest, projectId: string): string {
  const { status, operation, project_ids } = request;
  const reason = shortReason(request);
  if (reason !== null) return `${status}, ${reason}`;
  if (status >= 400) return `${status}, rejected`;
  if (operation !== null && HANDSHAKE_OPERATIONS.has(operation)) return `client handshake, ${status}`;
  if (operation !== null && STORING.has(operation)) {
    // A program that logs to another project than the one on the page is a common surprise.
    const others = project_ids.filter((project) => project !== projectId);
    return others.length > 0 ? `stored in ${others.join(", ")}, ${status}` : `stored, ${status}`;
  }
  return `answered, ${status}`;
}

/** The fixes for common failures of a first set-up. */
export function fixFor({ status, path, operation, reason }: LoggedRequest, target: FirstCallTarget): Fix | null {
  const address = clientAddress(target.serviceUrl);
  if (status === 401) {
    return {
      label: "How to send the key",
      text: "Step 1 creates a key for this service and writes it into the variables. Set them in the same shell, then run the program again.",
      lines: null,
    };
  }
  if (status === 403 && reason?.includes("may not use the project")) {
    return {
      label: "How to allow it",
      text: `The key is limited to other projects. Create a key for ${target.projectId} in step 1, or log to a project that this key allows.`,
      lines: null,
    };
  }
  if (isWithoutProject({ operation, reason })) {
    return {
      label: "How to add it",
      text: "Exporters name the project in a header:",
      lines: `export OTEL_EXPORTER_OTLP_TRACES_HEADERS="wandb-api-key=$WANDB_API_KEY,project_id=${otelProject(target.projectId)}"`,
    };
  }
  if (status !== 404) return null;
  if (/\/v1\/(?:traces?|metrics|logs)\/?$/.test(path)) {
    return {
      label: "How to fix it",
      text: "OpenTelemetry exporters send to an address that ends with /otel:",
      lines: `export OTEL_EXPORTER_OTLP_ENDPOINT=${address}/otel`,
    };
  }
  if (LOGGING_PATHS.test(path)) {
    return {
      label: "How to fix it",
      text: "The address of the service has no path after its port:",
      lines: `export WF_TRACE_SERVER_URL=${address}`,
    };
  }
  return null;
}

function lineOf(request: LoggedRequest, target: FirstCallTarget): RequestLine {
  const isRefused = request.status >= 400 || request.reason !== null;
  return {
    id: request.id,
    status: request.status >= 500 ? "error" : isRefused ? "warning" : "ok",
    atMs: parseTime(request.last_at),
    what: `${request.method} ${request.path}`,
    outcome: outcomeOf(request, target.projectId),
    client: request.client,
    count: request.count,
    remedy: isRefused ? fixFor(request, target) : null,
  };
}

/** The last requests as lines, oldest first, and the number of earlier ones. */
export function requestLines(
  requests: readonly LoggedRequest[],
  target: FirstCallTarget,
): { readonly lines: readonly RequestLine[]; readonly earlierCount: number } {
  const lines = requests.slice(-SHOWN).map((request) => lineOf(request, target));
  return { lines, earlierCount: requests.length - lines.length };
}
