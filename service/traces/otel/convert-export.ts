import type { ExportTraceRequest, ExportTraceResponse, RawSpan } from "@/lib/api/contract/calls/otel";
import { projectId } from "@/lib/api/contract/scalars/scalars";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { enclosingCall } from "./enclosing-call";
import { attributeAt } from "./expand-attributes";
import { readSource, readSpan, type Span, SpanRejected, type SpanSource } from "./span";
import { type CallParts, callOfSpan } from "./span-call";
import { SpanPlaces } from "./span-places";
import { findTurnsOfTrace, type SpanTurn, type TurnSpan, threadFacts } from "./span-threads";

/** A span of a request that was checked. */
export interface CheckedSpan extends TurnSpan {
  /** Returns the whole span. Valid until the next span of the request is read. */
  readonly whole: () => Span;
}

/** A span of a request, in one of the encodings. */
export interface SentSpan {
  /** Names the span in a reason. */
  readonly name: () => Pick<RawSpan, "name" | "spanId">;
  /** @throws SpanRejected when the span cannot be stored. */
  readonly check: () => CheckedSpan;
}

/** The spans of one resource and scope. */
export interface SentSpans {
  readonly source: SpanSource;
  readonly spans: Iterable<SentSpan>;
}

type SpanTurns = ReadonlyMap<TurnSpan, SpanTurn>;

export interface ConvertedExport {
  /** The spans that can be stored, with their project. */
  readonly projectBySpan: ReadonlyMap<CheckedSpan, string>;
  /** Converts the spans one by one. Each call is valid until the next one is read. */
  readonly calls: (turns: SpanTurns) => Iterable<CallParts>;
  /** Every project that a call is stored in. */
  readonly projects: ReadonlySet<string>;
  readonly response: ExportTraceResponse;
}

export const NO_PROJECT =
  "No project is named. Set the resource attributes wandb.entity and wandb.project, for example with the variable OTEL_RESOURCE_ATTRIBUTES=wandb.entity=ENTITY,wandb.project=PROJECT, send the header project_id: ENTITY/PROJECT, for example with OTEL_EXPORTER_OTLP_HEADERS=project_id=ENTITY/PROJECT, or use a key that is limited to one project. If the service has the variable HEDDLE_OTLP_SERVICE_ENTITY, OTEL_SERVICE_NAME names the project too: letters, digits, dots, hyphens and underscores.";

/** The response names this many rejected spans; the rest are counted. */
const MAX_REASONS = 5;

/** The names of services that become names of projects; the one that SDKs send for a program without a name is not. */
const SERVICE_NAME = /^(?!unknown_service|\.{1,2}$)[\w.-]{1,128}$/;

/**
 * Returns the project of a resource: from its own attributes, else from the request's header, else its service's name in
 * `serviceEntity`. Null without any.
 */
export function projectOf(
  { resource }: Pick<SpanSource, "resource">,
  header: string | undefined,
  serviceEntity: string | undefined,
): string | null {
  const entity = attributeAt(resource.attributes, "wandb.entity");
  const project = attributeAt(resource.attributes, "wandb.project");
  if (typeof entity === "string" && typeof project === "string") return `${entity}/${project}`;
  if (typeof project === "string" && project.includes("/")) return project;
  if (header !== undefined || serviceEntity === undefined) return header ?? null;
  const service = attributeAt(resource.attributes, "service.name");
  return typeof service === "string" && SERVICE_NAME.test(service) ? `${serviceEntity}/${service}` : null;
}

class Rejections {
  #count = 0;
  readonly #reasons: string[] = [];

  add(span: SentSpan, reason: string): void {
    this.#count += 1;
    if (this.#reasons.length < MAX_REASONS) {
      const { name, spanId } = span.name();
      this.#reasons.push(`span ${JSON.stringify(name ?? "")} (${spanId ?? "no id"}): ${reason}`);
    }
  }

  response(): ExportTraceResponse {
    if (this.#count === 0) return {};
    const more = this.#count - this.#reasons.length;
    const errorMessage = this.#reasons.join("; ") + (more > 0 ? `; and ${more} more` : "");
    return { partialSuccess: { rejectedSpans: String(this.#count), errorMessage } };
  }
}

/** Reads the spans of a request in OTLP's JSON form. */
export function* spansOfRequest(request: ExportTraceRequest): Generator<SentSpans, void, void> {
  for (const { resource, scopeSpans } of request.resourceSpans ?? []) {
    for (const { scope, spans } of scopeSpans ?? []) {
      const source = readSource(resource, scope);
      yield { source, spans: (spans ?? []).map((raw) => sentSpan(raw, source)) };
    }
  }
}

/** A span of a request in OTLP's JSON form. */
export function sentSpan(raw: RawSpan, source: SpanSource): SentSpan {
  return { name: () => raw, check: () => checkedSpan(readSpan(raw, source)) };
}

/** A span that is kept as a whole. */
export function checkedSpan(span: Span): CheckedSpan {
  const { traceId, spanId, parentId, isLocalRoot, startNanos, attributes, scope } = span;
  const startMicros = Number(startNanos / 1000n);
  const thread = threadFacts(attributes);
  const enclosing = enclosingCall(attributes, scope.name);
  return { traceId, spanId, parentId, isLocalRoot, startMicros, thread, enclosing, whole: () => span };
}

/** The project of a source's spans. */
interface SourceProject {
  readonly project: string | null;
  /** Why none of them can be stored; null when they can. */
  readonly refusal: string | null;
}

/** Checks the spans of a request one by one, and counts those that cannot be stored. */
export class SpanChecks {
  readonly #header: string | undefined;
  readonly #serviceEntity: string | undefined;
  readonly #rejections = new Rejections();
  readonly #projects = new Set<string>();
  #homeless = 0;

  constructor(projectHeader: string | undefined, serviceEntity?: string) {
    this.#header = projectHeader;
    this.#serviceEntity = serviceEntity;
  }

  projectOf(source: SpanSource): SourceProject {
    const project = projectOf(source, this.#header, this.#serviceEntity);
    if (project === null) return { project, refusal: NO_PROJECT };
    const isAllowed = projectId.safeParse(project).success;
    return { project, refusal: isAllowed ? null : "the name of its project is too long" };
  }

  /** Returns null for a span that cannot be stored. */
  check(span: SentSpan, { project, refusal }: SourceProject): CheckedSpan | null {
    try {
      if (project === null) this.#homeless += 1;
      if (refusal !== null) throw new SpanRejected(refusal);
      const checked = span.check();
      if (project !== null) this.#projects.add(project);
      return checked;
    } catch (error) {
      if (!(error instanceof SpanRejected)) throw error;
      this.#rejections.add(span, error.message);
      return null;
    }
  }

  /** @throws InvalidRequestError when there were spans and no project is named for any of them. */
  end(): Pick<ConvertedExport, "projects" | "response"> {
    if (this.#homeless > 0 && this.#projects.size === 0) throw new InvalidRequestError(NO_PROJECT);
    return { projects: this.#projects, response: this.#rejections.response() };
  }
}

/**
 * Converts the spans of a request into calls. Spans that cannot be stored are counted in the response, with the reasons
 * of the first few; the others are stored.
 *
 * @throws InvalidRequestError when there are spans and no project is named for any of them.
 */
export function convertSpans(
  sent: Iterable<SentSpans>,
  projectHeader: string | undefined,
  serviceEntity?: string,
): ConvertedExport {
  const checks = new SpanChecks(projectHeader, serviceEntity);
  const projectBySpan = new Map<CheckedSpan, string>();
  for (const { source, spans } of sent) {
    const place = checks.projectOf(source);
    for (const span of spans) {
      const checked = checks.check(span, place);
      if (checked !== null) projectBySpan.set(checked, place.project ?? "");
    }
  }
  return { projectBySpan, calls: (turns) => callsOf(projectBySpan, turns), ...checks.end() };
}

function* callsOf(projectBySpan: ReadonlyMap<CheckedSpan, string>, turns: SpanTurns): Generator<CallParts, void, void> {
  for (const [span, project] of projectBySpan) {
    yield callOfSpan(span.whole(), turns.get(span) ?? { threadId: null, turnId: null }, project);
  }
}

/** Finds the turns of the spans of one request, before which nothing came. */
export function turnsOfRequest(spans: Iterable<TurnSpan>): SpanTurns {
  const traces = new Map<string, TurnSpan[]>();
  for (const span of spans) {
    const trace = traces.get(span.traceId);
    if (trace) trace.push(span);
    else traces.set(span.traceId, [span]);
  }
  return new Map(
    [...traces.values()].flatMap((trace) => {
      const places = new SpanPlaces();
      places.add(trace, () => false);
      return [...findTurnsOfTrace(trace)].map(([span, turn]) => [span, places.placed(span, turn)] as const);
    }),
  );
}

/** Converts a request in OTLP's JSON form, as if nothing came before it; see {@link convertSpans}. */
export function convertExport(request: ExportTraceRequest, projectHeader: string | undefined) {
  const { calls, projectBySpan, ...rest } = convertSpans(spansOfRequest(request), projectHeader);
  return { ...rest, calls: [...calls(turnsOfRequest(projectBySpan.keys()))] };
}
