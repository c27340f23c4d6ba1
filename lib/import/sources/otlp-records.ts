import type { ImportedSpans, ImportItem, SkippedItem } from "@/lib/import/values/import-item";
import { noCounts } from "@/lib/import/values/import-item";
import { isMembers, type Members } from "@/lib/json/value/members";
import { objectsIn, type RecordContext, type SourceTool, skippedRecord } from "./source-record";

const TOOL = "OpenTelemetry";

const HEX = /^[0-9a-f]+$/i;

/** Returns an id in hexadecimal digits: of files in upper case, or in base64 as plain protobuf JSON writes bytes. */
export function hexId(id: unknown, byteCount: 8 | 16): string | null {
  if (typeof id !== "string" || id === "") return null;
  if (id.length === byteCount * 2 && HEX.test(id)) return id.toLowerCase();
  try {
    const bytes = [...atob(id)].map((character) => character.charCodeAt(0).toString(16).padStart(2, "0"));
    return bytes.length === byteCount ? bytes.join("") : null;
  } catch {
    return null;
  }
}

const PROJECT_KEYS = ["wandb.entity", "wandb.project"];

/** A group of spans of one program, addressed to a project. Attributes that name another project are dropped. */
export function spansFor(projectId: string, resource: Members, scopeSpans: readonly Members[]): ImportedSpans {
  const [entity = "", project = ""] = projectId.split("/");
  const named = objectsIn(resource.attributes).filter(({ key }) => !PROJECT_KEYS.includes(String(key)));
  const address = [
    { key: "wandb.entity", value: { stringValue: entity } },
    { key: "wandb.project", value: { stringValue: project } },
  ];
  return { resource: { attributes: [...named, ...address] }, scopeSpans } as ImportedSpans;
}

interface SpanContent {
  readonly spans: readonly ImportedSpans[];
  readonly count: number;
  readonly losses?: readonly string[];
}

/** The item of spans, which the service's own door for OpenTelemetry stores as calls. */
export function spanItem(
  { filePosition }: RecordContext,
  tool: SourceTool,
  { spans, count, losses = [] }: SpanContent,
): ImportItem {
  return {
    kind: "item",
    filePosition,
    parts: [],
    spans,
    feedback: [],
    counts: { ...noCounts, calls: count },
    reward: null,
    source: { tool, record: "span", becomes: "call, by the rules of OpenTelemetry", count },
    ...(losses.length === 0 ? {} : { leftOut: losses.map((reason) => ({ reason, count: 1, filePosition })) }),
  };
}

function readSpan(span: Members): Members | null {
  const [traceId, spanId] = [hexId(span.traceId, 16), hexId(span.spanId, 8)];
  if (traceId === null || spanId === null) return null;
  return { ...span, traceId, spanId, parentSpanId: hexId(span.parentSpanId, 8) ?? "" };
}

function readGroups(groups: readonly Members[], context: RecordContext): (ImportItem | SkippedItem)[] {
  let count = 0;
  let unnamed = 0;
  const spans = groups.map(({ resource, scopeSpans, instrumentationLibrarySpans }) => {
    const scopes = objectsIn(scopeSpans ?? instrumentationLibrarySpans).map((scope) => {
      const found = objectsIn(scope.spans);
      const read = found.map(readSpan).filter((span) => span !== null);
      count += read.length;
      unnamed += found.length - read.length;
      return { ...scope, spans: read };
    });
    return spansFor(context.projectId, isMembers(resource) ? resource : {}, scopes);
  });
  const skipped = skippedRecord(context, `${unnamed} spans have no trace id or span id that can be read.`);
  return [
    ...(count > 0 ? [spanItem(context, TOOL, { spans, count })] : []),
    ...(unnamed > 0 || count === 0
      ? [count === 0 && unnamed === 0 ? skippedRecord(context, "The line has no spans.") : skipped]
      : []),
  ];
}

/** Reads a line of a collector's file of traces. Log records and metrics are skipped. Null for any other value. */
export function otlpItems(value: Members, context: RecordContext): readonly (ImportItem | SkippedItem)[] | null {
  if (Array.isArray(value.resourceSpans)) return readGroups(objectsIn(value.resourceSpans), context);
  if (Array.isArray(value.resourceLogs)) return [skippedRecord(context, "Log records are not read; only spans are.")];
  if (Array.isArray(value.resourceMetrics)) return [skippedRecord(context, "Metrics are not read; only spans are.")];
  return null;
}
