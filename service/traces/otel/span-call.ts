import type { z } from "zod";
import type { callEnd, callStart } from "@/lib/api/contract/calls/calls";
import { type AttributeSource, builtTree, firstAttribute, isEmptyObject } from "./attribute-source";
import { type Attributes, emptyAttributes } from "./attribute-values";
import { tableFor } from "./conventions/span-tables";
import { shortName } from "./short-name";
import type { Span } from "./span";
import { isoTime, SpanDump } from "./span-dump";
import { exceptionOf } from "./span-exception";
import { customAttributes, spanFacts } from "./span-facts";
import { firstChunkSeconds, sentCostUsd } from "./span-figures";
import { sayingOf, toolInName } from "./span-name";
import { spanPayload } from "./span-payload";
import { type SpanScore, scoreOfEvent } from "./span-scores";
import type { SpanTurn } from "./span-threads";
import { spanUsage, usageOf } from "./span-usage";

/** A span as the two parts of a call. A span that was sent before it ended has no end: its call is running. */
export interface CallParts {
  readonly spanId: string;
  /** The span's own, which is not that of the call where an SDK's call is above it. */
  readonly traceId: string;
  readonly start: z.output<typeof callStart>;
  readonly end: z.output<typeof callEnd> | null;
  /** True for an ended request to a model without any message: its instrumentation may send them as log events. */
  readonly lacksMessages: boolean;
  /** Judgements in the events of the span. */
  readonly scores: readonly SpanScore[];
}

/** Names of `op_name` and `display_name` must be shorter than this. */
const OP_NAME_LIMIT = 128;
const DISPLAY_NAME_LIMIT = 1024;

/**
 * Some SDKs write spans after the fact and give the true times as attributes; a time that cannot be parsed is ignored.
 */
function overriddenTime(attributes: AttributeSource, path: string): string | null {
  const value = attributes.at(path);
  if (typeof value !== "string" && typeof value !== "number") return null;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

function text(attributes: AttributeSource, path: string): string | null {
  const value = firstAttribute(attributes, [path]);
  return value === undefined || typeof value === "object" ? null : String(value);
}

function step(attributes: AttributeSource, path: string): number | null {
  const value = attributes.at(path);
  return typeof value === "number" && Number.isInteger(value) ? value : null;
}

/** Runs are named `entity/project/run` on the wire; spans name only the run. */
function runOf(attributes: AttributeSource, projectId: string): string | null {
  const run = text(attributes, "wandb.wb_run_id") ?? text(attributes, "wb_run_id");
  return run === null || run.includes("/") ? run : `${projectId}/${run}`;
}

/** @param attributes an object, which may not be built yet */
function withCustom(attributes: unknown, custom: Attributes): Attributes {
  if (Object.keys(custom).length === 0) return attributes as Attributes;
  return Object.assign(emptyAttributes(), builtTree(attributes), custom);
}

const NO_SCORES: readonly SpanScore[] = [];

/** The conventions whose messages may be log events. */
const LOG_EVENT_FACTS = ["gen_ai.operation.name", "gen_ai.system", "gen_ai.provider.name"];

/** Returns the name to show where the span's own is one that a framework gives to all such spans. */
function displayNameOf({ name, attributes }: Span, { kind, tool }: Attributes): string | null {
  const sent = text(attributes, "wandb.display_name");
  const named = sent ?? (kind === "tool" && toolInName(name) !== null && typeof tool === "string" ? tool : null);
  const shown = named ?? sayingOf(name, attributes);
  return shown === null || (sent === null && shown === name) ? null : shortName(shown, DISPLAY_NAME_LIMIT);
}

/** Converts one span into the start and the end of a call, in the form that official clients write. */
export function callOfSpan(span: Span, turn: SpanTurn, projectId: string): CallParts {
  const { attributes: all } = span;
  const callOf = (spanId: string) => turn.callIds?.get(spanId) ?? spanId;
  const table = all.narrow(tableFor(span.name));
  const { attributes: facts, isKnown } = spanFacts(span, table);
  const usage = spanUsage(span, table);
  const { inputs, output } = spanPayload(span, table, facts.kind === "tool");
  const hasInputs = inputs !== undefined && !isEmptyObject(inputs);
  const costUsd = sentCostUsd(all, table);
  if (costUsd !== null) facts.cost_as_sent_usd = costUsd;
  const firstChunk = firstChunkSeconds(span, table);
  if (firstChunk !== null) facts.time_to_first_chunk_s = firstChunk;
  const isRecognized = isKnown || hasInputs || output !== undefined || usage !== undefined;
  const endedAt =
    overriddenTime(all, "langfuse.endTime") ?? (span.endNanos === null ? null : isoTime(span.endNanos, 6));
  const custom = customAttributes(all);
  return {
    spanId: span.spanId,
    traceId: span.traceId,
    start: {
      project_id: projectId,
      id: callOf(span.spanId),
      trace_id: turn.place?.traceId ?? span.traceId,
      parent_id: turn.place?.parentCallId ?? (span.parentId && callOf(span.parentId)),
      op_name: shortName(span.name === "" ? "unnamed" : span.name, OP_NAME_LIMIT),
      started_at: overriddenTime(all, "langfuse.startTime") ?? isoTime(span.startNanos, 6),
      attributes: isRecognized ? Object.assign(facts, custom) : withCustom(all.all, Object.assign(facts, custom)),
      // An object, which may not be built yet.
      inputs: (inputs ?? {}) as Attributes,
      otel_dump: new SpanDump(span) as unknown as Attributes,
      thread_id: turn.threadId,
      turn_id: turn.turnId && callOf(turn.turnId),
      display_name: displayNameOf(span, facts),
      svc_run_id: runOf(all, projectId),
      svc_run_step: step(all, "wandb.wb_run_step"),
    },
    end:
      endedAt === null
        ? null
        : {
            project_id: projectId,
            id: callOf(span.spanId),
            ended_at: endedAt,
            exception: exceptionOf(span),
            output: output ?? null,
            summary: usage ? { usage: usageOf(facts.model, usage) } : {},
            svc_run_step_end: step(all, "wandb.wb_run_step_end"),
          },
    lacksMessages:
      facts.kind === "llm" &&
      endedAt !== null &&
      !hasInputs &&
      output === undefined &&
      firstAttribute(all, LOG_EVENT_FACTS) !== undefined,
    scores: span.events.length === 0 ? NO_SCORES : span.events.flatMap((event) => scoreOfEvent(event) ?? []),
  };
}
