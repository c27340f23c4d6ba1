import type { EventKind } from "@/lib/api/contract/watches/event-kinds";
import type { EventMessage, EventSubject } from "@/service/traces/events/product-event";
import type { Notification } from "@/service/watches/channels/notification";

const EXAMPLE_ID = "00000000-0000-0000-0000-000000000000";

/** Returns a message that looks like the first event of a kind, and says that it is a test. */
export function sampleMessage(kind: EventKind, projectId: string, at: string): EventMessage | Notification {
  if (kind === "watch.firing")
    return {
      ...{ kind: "test", event_id: null, watch_id: null, name: "Example", project_id: projectId, group: null, at },
      ...{ value: null, calls: null, sentence: "This is an example of an event.", url: null },
    };
  const times = { started_at: at, ended_at: at };
  const ids = { id: EXAMPLE_ID, trace_id: EXAMPLE_ID };
  const subjects: Readonly<Record<typeof kind, EventSubject>> = {
    "call.failed": { call: { ...ids, op_name: "example", ...times } },
    "evaluation.ended": { evaluation: { ...ids, evaluation_ref: null, state: "finished", ...times } },
    "training_run.ended": { training_run: { id: EXAMPLE_ID, state: "finished" } },
    "review_queue.done": { review_queue: { id: EXAMPLE_ID, item_count: 1 } },
    "issue.opened": { issue: { id: EXAMPLE_ID, kind: "exception", op_name: "example", state: "new", release: null } },
    "disk.low": { disk: { state: "low" } },
    "object.version_created": {
      object: {
        ...{ id: "example", digest: "example", kind: "object", class: null },
        ref: `weave:///${projectId}/object/example:example`,
      },
    },
  };
  return {
    ...{ kind, event_id: null, project_id: projectId, name: "Example", at },
    ...{ sentence: "This is an example of an event.", path: "weave", is_test: true },
    ...{ subject: subjects[kind], awaits: null },
  };
}
