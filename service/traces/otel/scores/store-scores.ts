import { createHash } from "node:crypto";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { FeedbackMaker } from "@/service/traces/feedback/feedback-maker";
import type { HandlerContext } from "@/service/traces/handlers/handler";
import type { SpanScore } from "@/service/traces/otel/span-scores";
import { findPayloads } from "@/service/traces/store/calls/stored-payloads";
import type { Store } from "@/service/traces/store/engine/store";
import { findAnsweredCalls } from "@/service/traces/store/feedback/answered-calls";
import { spanCallId } from "@/service/traces/store/ids/span-call-id";

export interface CallScore extends SpanScore {
  readonly projectId: string;
  readonly callId: string;
}

/** A score whose span has come in another request. */
export interface LoggedScore extends SpanScore {
  readonly projectId: string;
  readonly traceId: string;
  readonly spanId: string;
}

/** A score of the answer with this id, which a provider gave it. */
export interface UnplacedScore extends SpanScore {
  readonly projectId: string;
  readonly responseId: string;
  /** Nanoseconds since 1970; 0 where it is not known. */
  readonly timeNanos: string;
}

function requestOf({ projectId, callId, name, payload, key }: CallScore) {
  return {
    // Of a score that is sent again, the same.
    id: createHash("sha256").update(`${projectId} ${callId} ${key}`).digest("hex").slice(0, 32),
    project_id: projectId,
    weave_ref: `weave:///${projectId}/call/${callId}`,
    feedback_type: name,
    payload,
  };
}

/**
 * Stores scores as feedback on their calls. Resolves when they are on disk.
 * @returns how many cannot be stored: they are too large, or were deleted
 */
export async function storeScores(
  context: Pick<HandlerContext, "store" | "objects" | "identity" | "signal" | "feedback">,
  scores: readonly CallScore[],
): Promise<number> {
  if (scores.length === 0) return 0;
  const requests = scores.map(requestOf);
  const maker = await FeedbackMaker.open(context, requests);
  let refused = 0;
  for (const request of requests) {
    try {
      await maker.make(request, stringifyJson(request));
    } catch (error) {
      if (!(error instanceof InvalidRequestError)) throw error;
      refused += 1;
    }
  }
  await context.feedback.write(maker.rows);
  return refused;
}

/** Returns scores with the ids of their calls; a span that has not come yet is taken for the first with its id. */
export async function withCalls(store: Store, scores: readonly LoggedScore[]): Promise<CallScore[]> {
  const renamed = new Set<string>();
  for (const projectId of new Set(scores.map((score) => score.projectId))) {
    const ids = scores.filter((score) => score.projectId === projectId).map(idOfRenamed);
    for (const { id } of await findPayloads(store, projectId, ids)) renamed.add(`${projectId} ${id}`);
  }
  return scores.map((score) => {
    const id = idOfRenamed(score);
    return { ...score, callId: renamed.has(`${score.projectId} ${id}`) ? id : score.spanId };
  });
}

/** Judgements come after the answer; clocks may disagree by an hour. */
const BEFORE_MS = 7 * 24 * 60 * 60 * 1000;
const AFTER_MS = 60 * 60 * 1000;
const MICROS_PER_MS = 1000;
const NANOS_PER_MS = 1_000_000n;

/**
 * Returns scores with the ids of the calls whose answers they name. Those of the week before are looked at; a score of
 * any other answer is left out.
 */
export async function withAnsweredCalls(
  { store, calls: writer, rollups }: Pick<HandlerContext, "store" | "calls" | "rollups">,
  scores: readonly UnplacedScore[],
): Promise<CallScore[]> {
  if (scores.length === 0) return [];
  const placed: CallScore[] = [];
  // What is acknowledged by now must be among the calls that are not rolled up.
  await writer.storedForReader();
  await rollups.refresh();
  for (const projectId of new Set(scores.map((score) => score.projectId))) {
    const own = scores.filter((score) => score.projectId === projectId);
    const times = own.map(({ timeNanos }) =>
      timeNanos === "0" ? Date.now() : Number(BigInt(timeNanos) / NANOS_PER_MS),
    );
    const { watermark, hasOpenCalls } = rollups;
    const wanted = {
      projectId,
      responseIds: [...new Set(own.map(({ responseId }) => responseId))],
      fromMicros: (Math.min(...times) - BEFORE_MS) * MICROS_PER_MS,
      toMicros: (Math.max(...times) + AFTER_MS) * MICROS_PER_MS,
    };
    const since = rollups.unrolledSince(projectId);
    const calls = await findAnsweredCalls(store, wanted, { watermark, since, hasOpenCalls });
    for (const score of own) {
      const callId = calls.get(score.responseId);
      if (callId !== undefined) placed.push({ ...score, callId });
    }
  }
  return placed;
}

const idOfRenamed = ({ traceId, spanId }: LoggedScore) => spanCallId(traceId, spanId);
