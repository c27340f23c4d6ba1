import type { Store } from "@/service/traces/store/engine/store";

/** Refs per query. */
const REFS_PER_QUERY = 1_000;

/** One answer to a question. */
export interface QuestionAnswer {
  /** The ref of the call that it is about. */
  readonly weave_ref: string;
  /** JSON text. */
  readonly payload: string;
  /** The reviewer as the record names one; may be empty. */
  readonly creator: string | null;
  /** The user whose key stored it. */
  readonly user_id: string;
}

/**
 * Returns the answers to a question about calls, the oldest first.
 *
 * @param type of the feedback that answers the question
 */
export async function readQuestionAnswers(
  store: Store,
  projectId: string,
  type: string,
  callIds: readonly string[],
  signal: AbortSignal,
): Promise<QuestionAnswer[]> {
  const answers: QuestionAnswer[] = [];
  for (let at = 0; at < callIds.length; at += REFS_PER_QUERY) {
    const refs = callIds.slice(at, at + REFS_PER_QUERY).map((id) => `weave:///${projectId}/call/${id}`);
    answers.push(
      ...(await store.read<QuestionAnswer>({
        sql: `SELECT weave_ref, payload, creator, user_id FROM feedback FINAL
WHERE project_id = {projectId:String} AND weave_ref IN {refs:Array(String)} AND feedback_type = {type:String} AND is_purged = 0
ORDER BY feedback.created_at, id`,
        params: { projectId, refs, type },
        signal,
      })),
    );
  }
  return answers;
}
