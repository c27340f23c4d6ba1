import { v7 as uuid7 } from "uuid";
import type { ResultOf } from "@/lib/api/contract/operations";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { rawTextAt } from "@/lib/json/scan/json-slices";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { parseRef } from "@/service/kernel/json/refs";
import type { HandlerContext } from "@/service/traces/handlers/handler";
import type { Store } from "@/service/traces/store/engine/store";
import { engineTimeNow, toWireTime } from "@/service/traces/store/engine/timestamps";
import { type KnownFeedback, readKnownFeedback } from "@/service/traces/store/feedback/stored-feedback";
import type { StoredFeedback } from "@/service/traces/store/schema/schema-feedback";
import { checkAnnotationValue } from "./annotation-value";
import { checkFeedback, type FeedbackRequest } from "./feedback-rules";

const MAX_PAYLOAD_BYTES = 1024 ** 2;

type Maker = Pick<HandlerContext, "store" | "objects" | "identity" | "signal">;

/** Converts the feedback of one request into rows and results. */
export class FeedbackMaker {
  /** The rows to write; none for feedback that is already stored. */
  readonly rows: StoredFeedback[] = [];
  readonly #context: Maker;
  readonly #known: Map<string, KnownFeedback>;

  private constructor(context: Maker, known: Map<string, KnownFeedback>) {
    this.#context = context;
    this.#known = known;
  }

  /** Looks up once which of the requested ids exist. */
  static async open(context: Maker, requests: readonly FeedbackRequest[]): Promise<FeedbackMaker> {
    return new FeedbackMaker(context, await findFeedback(context.store, requests));
  }

  /**
   * Checks one feedback and adds its row.
   * @param text the JSON text of `request`, as it was sent
   * @throws InvalidRequestError for an invalid member, a payload over 1 MiB, or an id that was deleted, which stays
   * deleted
   */
  async make(request: FeedbackRequest, text: string): Promise<ResultOf<"feedback.create">> {
    const { identity } = this.#context;
    const added = checkFeedback(request);
    await this.#checkAnnotation(request, text);
    const isChanged = Object.keys(added).length > 0;
    const fullPayload = { ...request.payload, ...added };
    const payload = isChanged
      ? stringifyJson(fullPayload)
      : (rawTextAt(text, ["payload"]) ?? stringifyJson(fullPayload));
    if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES)
      throw new InvalidRequestError("The payload is larger than 1 MiB.");
    const id = request.id || uuid7();
    const key = keyOf(request.project_id, id);
    const known = this.#known.get(key);
    if (known?.is_purged) throw new InvalidRequestError(`Feedback ${id} was deleted, and its id cannot be used again.`);
    const made = known ?? { created_at: engineTimeNow(), user_id: identity.userId, is_purged: 0 };
    if (!known) {
      this.#known.set(key, made);
      this.rows.push(rowOf(request, { id, payload, made }));
    }
    return {
      id,
      created_at: toWireTime(made.created_at),
      svc_user_id: made.user_id,
      payload: isChanged ? fullPayload : {},
    };
  }

  async #checkAnnotation(request: FeedbackRequest, text: string): Promise<void> {
    const annotation = parseRef(request.annotation_ref ?? "");
    if (annotation?.kind !== "object") return;
    // As it was sent: the parsed body keeps some numbers as text.
    const value: unknown = JSON.parse(rawTextAt(text, ["payload", "value"]) ?? "null");
    await checkAnnotationValue(annotation, value, this.#context.objects, this.#context.signal);
  }
}

function rowOf(
  request: FeedbackRequest,
  { id, payload, made }: { readonly id: string; readonly payload: string; readonly made: KnownFeedback },
): StoredFeedback {
  return {
    project_id: request.project_id,
    weave_ref: request.weave_ref,
    id,
    is_purged: 0,
    user_id: made.user_id,
    creator: request.creator ?? null,
    created_at: made.created_at,
    feedback_type: request.feedback_type,
    payload,
    annotation_ref: request.annotation_ref ?? "",
    runnable_ref: request.runnable_ref ?? "",
    call_ref: request.call_ref ?? "",
    trigger_ref: request.trigger_ref ?? "",
  };
}

const keyOf = (projectId: string, id: string) => JSON.stringify([projectId, id]);

/** The feedback stored under the ids that clients chose. */
async function findFeedback(store: Store, requests: readonly FeedbackRequest[]): Promise<Map<string, KnownFeedback>> {
  const known = new Map<string, KnownFeedback>();
  const named = requests.filter(({ id }) => id);
  if (named.length === 0) return known;
  const projectIds = [...new Set(named.map(({ project_id }) => project_id))];
  const ids = named.map(({ id }) => id ?? "");
  const rows = await readKnownFeedback(store, projectIds, ids);
  for (const { project_id, id, ...row } of rows) known.set(keyOf(project_id, id), row);
  return known;
}
