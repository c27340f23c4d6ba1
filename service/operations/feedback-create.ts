import { v7 as uuid7 } from "uuid";
import { stringifyJson } from "@/lib/api/contract/json-text";
import { InvalidRequest } from "@/service/http/errors";
import type { Handler } from "@/service/http/handler";
import { rawTextAt } from "@/service/json/json-slices";
import { parseRef } from "@/service/json/refs";
import { checkAnnotationValue } from "@/service/operations/annotation-value";
import { checkFeedback } from "@/service/operations/feedback-rules";
import type { Store } from "@/service/store/store";
import { type EngineTime, engineTimeNow, toWireTime } from "@/service/store/timestamps";

const largestPayload = 1024 ** 2;

/**
 * Adds feedback. The payload of the answer is empty unless the service added to it. Feedback that is sent again with
 * the same id is stored once.
 */
export const createFeedback: Handler<"feedback.create"> = async ({ body }, context) => {
  const { store, feedback, objects, identity, bodyText, signal } = context;
  const added = checkFeedback(body);
  const annotation = parseRef(body.annotation_ref ?? "");
  if (annotation?.kind === "object") {
    // As it was sent: the parsed body keeps some numbers as text.
    const value: unknown = JSON.parse(rawTextAt(bodyText, ["payload", "value"]) ?? "null");
    await checkAnnotationValue(annotation, value, objects, signal);
  }
  const isChanged = Object.keys(added).length > 0;
  const whole = { ...body.payload, ...added };
  const payload = isChanged ? stringifyJson(whole) : (rawTextAt(bodyText, ["payload"]) ?? stringifyJson(whole));
  if (Buffer.byteLength(payload) > largestPayload) throw new InvalidRequest("The payload is larger than 1 MiB.");
  const known = body.id ? await findFeedback(store, body.project_id, body.id) : null;
  const id = body.id || uuid7();
  const createdAt = known?.created_at ?? engineTimeNow();
  if (!known) {
    await feedback.write([
      {
        project_id: body.project_id,
        weave_ref: body.weave_ref,
        id,
        is_purged: 0,
        user_id: identity.userId,
        creator: body.creator ?? null,
        created_at: createdAt,
        feedback_type: body.feedback_type,
        payload,
        annotation_ref: body.annotation_ref ?? "",
        runnable_ref: body.runnable_ref ?? "",
        call_ref: body.call_ref ?? "",
        trigger_ref: body.trigger_ref ?? "",
      },
    ]);
  }
  return {
    id,
    created_at: toWireTime(createdAt),
    svc_user_id: known?.user_id ?? identity.userId,
    payload: isChanged ? whole : {},
  };
};

interface KnownFeedback {
  readonly created_at: EngineTime;
  readonly user_id: string;
}

/** @throws InvalidRequest when feedback with this id was removed: it stays so. */
async function findFeedback(store: Store, projectId: string, id: string): Promise<KnownFeedback | null> {
  const [row] = await store.read<KnownFeedback & { readonly is_purged: number }>({
    sql: `SELECT toString(created_at) AS created_at, user_id, is_purged FROM feedback FINAL
      WHERE project_id = {projectId:String} AND id = {id:String} LIMIT 1`,
    params: { projectId, id },
  });
  if (row?.is_purged) throw new InvalidRequest(`Feedback ${id} was removed, and its id cannot be used again.`);
  return row ?? null;
}
