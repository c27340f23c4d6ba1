import { scoresOf } from "@/service/traces/feedback/score-values";
import type { Handler } from "@/service/traces/handlers/handler";
import {
  MAX_RECORDS_OF_SUBJECT,
  MAX_RECORDS_READ,
  readScoreRecords,
  type ScoredSubjects,
  type ScoreRecord,
} from "@/service/traces/store/feedback/subject-scores";

/** Returns the newest value of each score of the requested calls and threads. */
export const readScores: Handler<"scores.read"> = async ({ body }, { store, signal }) => {
  const read = (subjects: ScoredSubjects) => readScoreRecords(store, body.project_id, subjects, signal);
  const callIds = body.call_ids ?? [];
  const threadIds = body.thread_ids ?? [];
  const [ofCalls, ofTrace, ofThreads] = await Promise.all([
    callIds.length > 0 ? read({ kind: "calls", ids: callIds }) : [],
    body.trace_id ? read({ kind: "trace", id: body.trace_id }) : [],
    threadIds.length > 0 ? read({ kind: "threads", ids: threadIds }) : [],
  ]);
  const requested = new Set(callIds);
  return {
    calls: [
      ...scoresOf(ofCalls, ({ subject }) => subject, false),
      ...scoresOf(ofTrace, ({ subject }) => subject, false).filter(({ id }) => !requested.has(id)),
    ],
    threads: scoresOf(ofThreads, ({ thread }) => thread, true),
    is_partial: [ofCalls, ofTrace, ofThreads].some(isCut),
  };
};

function isCut(records: readonly ScoreRecord[]): boolean {
  if (records.length > MAX_RECORDS_READ) return true;
  const counts = new Map<string, number>();
  for (const { subject } of records) counts.set(subject, (counts.get(subject) ?? 0) + 1);
  return [...counts.values()].some((count) => count >= MAX_RECORDS_OF_SUBJECT);
}
