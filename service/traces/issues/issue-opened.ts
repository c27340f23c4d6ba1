import { eventId } from "@/service/traces/events/event-id";
import type { ProductEvent } from "@/service/traces/events/product-event";
import { type EngineTime, toWireTime } from "@/service/traces/store/engine/timestamps";
import type { IssueRecord } from "./issue-records";

const KIND = "issue.opened";

const NEWS: Readonly<Record<IssueRecord["kind"], (op: string) => string>> = {
  exception: (op) => `${op} fails in a new way`,
  score: (op) => `A score of ${op} is false`,
  answer: (op) => `Answers of ${op} are truncated or empty`,
};

interface Opening {
  readonly state: "new" | "regressed";
  readonly at: EngineTime;
  /** Of the call that opened it; empty where that names none. */
  readonly release: string;
}

/** Returns the event of an issue that is new, or back. The pattern is not in it: it contains texts of exceptions. */
export function issueOpened(
  { id, projectId, kind, op, changedAt }: Pick<IssueRecord, "id" | "projectId" | "kind" | "op" | "changedAt">,
  { state, at, release }: Opening,
): ProductEvent {
  const news = NEWS[kind](op);
  const inRelease = release === "" ? "" : ` in ${release}`;
  return {
    ...{ kind: KIND, event_id: eventId(KIND, id, state, changedAt ?? ""), project_id: projectId, name: op },
    ...{ at: toWireTime(at), path: `r/issue/${encodeURIComponent(id)}` },
    sentence: state === "new" ? `${news}${inRelease}` : `An issue of ${op} is back${inRelease}`,
    subject: { issue: { id, kind, op_name: op, state, release: release === "" ? null : release } },
  };
}
