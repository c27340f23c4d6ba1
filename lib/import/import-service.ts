import { exportTraceResponse } from "@/lib/api/contract/calls/otel";
import type { RequestOf, ResultOf } from "@/lib/api/contract/operations";
import { isMembers, type Members } from "@/lib/json/value/members";
import type { ObjectService } from "./objects/object-service";
import { feedbackKey, type ImportService } from "./send-import";
import type { StoredThreads } from "./session-calls";

/** The operations that an import and its undo use. Only the first is supported by every service. */
type ImportOperation =
  | "call.upsertBatch"
  | "calls.delete"
  | "calls.preview"
  | "feedback.query"
  | "feedback.create"
  | "feedback.createBatch"
  | "feedback.purge"
  | "obj.addTags"
  | "obj.create"
  | "obj.delete"
  | "obj.setAliases"
  | "objs.query"
  | "otel.exportTraces"
  | "table.create"
  | "table.createFromDigests";

/**
 * Calls one operation of a service with a body, and the parameters of its path; exact numbers are written with all their
 * digits.
 */
export type CallOperation = <Id extends ImportOperation>(
  id: Id,
  body: RequestOf<Id>,
  params?: Readonly<Record<string, string>>,
) => Promise<ResultOf<Id>>;

/** Maximum number of entries in a request's filters. */
const REFS_PER_BATCH = 500;

/** Concurrent requests to a service that creates feedback one by one; services write these together. */
const FEEDBACK_AT_ONCE = 16;

const field = (name: string) => ({ $getField: name });
const literal = (value: string) => ({ $literal: value });

/** Maximum number of calls in one request for previews. */
const CALLS_PER_REQUEST = 1_000;
const SESSION_PATHS = ["attributes.session.id", "attributes.session.agent_id"] as const;

/**
 * Returns how an import finds the session that a call is stored with. A service without previews has none: there,
 * copies of sessions cannot be recognized.
 */
export function storedThreadsIn(
  projectId: string,
  call: CallOperation,
  isUnsupported: (error: unknown) => boolean,
): StoredThreads {
  return async (callIds) => {
    const threads = new Map<string, string>();
    try {
      for (let from = 0; from < callIds.length; from += CALLS_PER_REQUEST) {
        const { previews } = await call("calls.preview", {
          project_id: projectId,
          call_ids: callIds.slice(from, from + CALLS_PER_REQUEST),
          length: 300,
          paths: [...SESSION_PATHS],
        });
        for (const { id, values = {} } of previews) {
          const [sessionId, agentId] = SESSION_PATHS.map((path) => jsonTextIn(values[path]));
          if (sessionId) threads.set(id, agentId ? `${sessionId}/${agentId}` : sessionId);
        }
      }
    } catch (error) {
      if (!isUnsupported(error)) throw error;
    }
    return threads;
  };
}

function jsonTextIn(text: string | null | undefined): string | null {
  const value: unknown = text ? JSON.parse(text) : null;
  return typeof value === "string" ? value : null;
}

/** The objects and tables of a project. Versions that are deleted are not there. */
export function objectService(projectId: string, call: CallOperation): ObjectService {
  const tableRef = (digest: string) => `weave:///${projectId}/table/${digest}`;
  return {
    tableRef,
    async versionsOf(objectId) {
      const { objs } = await call("objs.query", {
        project_id: projectId,
        filter: { object_ids: [objectId] },
        include_tags_and_aliases: true,
      });
      const live = objs.filter(({ object_id, deleted_at }) => object_id === objectId && !deleted_at);
      return live.toSorted((left, right) => Number(left.version_index) - Number(right.version_index));
    },
    async publish(objectId, value) {
      const body = { obj: { project_id: projectId, object_id: objectId, val: value } };
      return (await call("obj.create", body)).digest;
    },
    async addTags(objectId, digest, tags) {
      await call("obj.addTags", { project_id: projectId, tags: [...tags] }, { object_id: objectId, digest });
    },
    async setAliases(objectId, digest, aliases) {
      const body = { project_id: projectId, digest, aliases: [...aliases] };
      await call("obj.setAliases", body, { object_id: objectId });
    },
    async storeRows(rows) {
      const body = { table: { project_id: projectId, rows: [...rows] as Members[] } };
      const { digest, row_digests = [] } = await call("table.create", body);
      return { digest, rowDigests: row_digests };
    },
    async tableOf(rowDigests) {
      const body = { project_id: projectId, row_digests: [...rowDigests] };
      return tableRef((await call("table.createFromDigests", body)).digest);
    },
  };
}

/** An import's view of a service. The caller provides the transport and the form of refusals. */
export function importService(
  projectId: string,
  call: CallOperation,
  isUnsupported: (error: unknown) => boolean,
): ImportService {
  let hasFeedbackBatch = true;
  return {
    isUnsupported,
    objects: objectService(projectId, call),
    async upsertBatch({ batch }) {
      await call("call.upsertBatch", { batch: [...batch] });
    },
    async exportSpans(spans) {
      // The row describes bytes of either media type; the body and the answer are sent here in their JSON form.
      const answer: unknown = await call("otel.exportTraces", { resourceSpans: [...spans] } as never);
      const { partialSuccess: { rejectedSpans = "0", errorMessage = "" } = {} } = exportTraceResponse.parse(answer);
      return { count: Number(rejectedSpans), reason: errorMessage };
    },
    async createFeedback(batch) {
      if (hasFeedbackBatch) {
        try {
          await call("feedback.createBatch", { batch: [...batch] });
          return;
        } catch (error) {
          if (!isUnsupported(error)) throw error;
          hasFeedbackBatch = false;
        }
      }
      for (let from = 0; from < batch.length; from += FEEDBACK_AT_ONCE) {
        await Promise.all(batch.slice(from, from + FEEDBACK_AT_ONCE).map((body) => call("feedback.create", body)));
      }
    },
    async feedbackPresent(refs, feedbackType) {
      const present = new Set<string>();
      for (let from = 0; from < refs.length; from += REFS_PER_BATCH) {
        const batch = refs.slice(from, from + REFS_PER_BATCH).map(literal);
        const { result } = await call("feedback.query", {
          project_id: projectId,
          fields: ["weave_ref", "payload"],
          query: {
            $expr: {
              $and: [{ $eq: [field("feedback_type"), literal(feedbackType)] }, { $in: [field("weave_ref"), batch] }],
            },
          },
        });
        for (const { weave_ref, payload } of result) {
          if (typeof weave_ref === "string")
            present.add(feedbackKey({ weave_ref, payload: isMembers(payload) ? payload : {} }));
        }
      }
      return present;
    },
  };
}
