import type { ExportTraceRequest, ExportTraceResponse, RawSpan } from "@/lib/api/contract/calls/otel";
import { projectId } from "@/lib/api/contract/scalars/scalars";
import { InvalidRequestError } from "@/service/errors/service-errors";
import { AttributeConflict, attributeAt } from "./expand-attributes";
import { readSource, readSpan, type Span, SpanRejected, type SpanSource } from "./span";
import { type CallParts, callOfSpan } from "./span-call";
import { findTurns } from "./span-threads";

export interface ConvertedExport {
  readonly calls: readonly CallParts[];
  /** Every project that a call is stored in. */
  readonly projects: ReadonlySet<string>;
  readonly response: ExportTraceResponse;
}

const NO_PROJECT =
  "No project is named. Set the resource attributes wandb.entity and wandb.project, or send the header project_id: entity/project.";

/** The response names this many rejected spans; the rest are counted. */
const MAX_REASONS = 5;

/** Returns the project of a resource: from its own attributes, else from the request's header. Null without either. */
function projectOf({ resource }: SpanSource, header: string | undefined): string | null {
  const entity = attributeAt(resource.attributes, "wandb.entity");
  const project = attributeAt(resource.attributes, "wandb.project");
  if (typeof entity === "string" && typeof project === "string") return `${entity}/${project}`;
  if (typeof project === "string" && project.includes("/")) return project;
  return header ?? null;
}

class Rejections {
  #count = 0;
  readonly #reasons: string[] = [];

  add({ name, spanId }: RawSpan, reason: string): void {
    this.#count += 1;
    if (this.#reasons.length < MAX_REASONS) {
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

/**
 * Converts an export request into calls. Spans that cannot be stored are counted in the response, with the reasons of
 * the first few; the others are stored.
 *
 * @throws InvalidRequestError when there are spans and no project is named for any of them.
 */
export function convertExport(request: ExportTraceRequest, projectHeader: string | undefined): ConvertedExport {
  const rejections = new Rejections();
  const projectBySpan = new Map<Span, string>();
  let homeless = 0;
  for (const { resource, scopeSpans } of request.resourceSpans ?? []) {
    for (const { scope, spans } of scopeSpans ?? []) {
      const source = readSource(resource, scope);
      const project = projectOf(source, projectHeader);
      for (const raw of spans ?? []) {
        try {
          if (project === null) {
            homeless += 1;
            throw new SpanRejected(NO_PROJECT);
          }
          if (!projectId.safeParse(project).success) throw new SpanRejected("the name of its project is too long");
          projectBySpan.set(readSpan(raw, source), project);
        } catch (error) {
          if (!(error instanceof SpanRejected || error instanceof AttributeConflict)) throw error;
          rejections.add(raw, error.message);
        }
      }
    }
  }
  if (homeless > 0 && projectBySpan.size === 0) throw new InvalidRequestError(NO_PROJECT);
  const turns = findTurns([...projectBySpan.keys()]);
  const calls = [...projectBySpan].map(([span, project]) =>
    callOfSpan(span, turns.get(span) ?? { threadId: null, turnId: null }, project),
  );
  return { calls, projects: new Set(projectBySpan.values()), response: rejections.response() };
}
