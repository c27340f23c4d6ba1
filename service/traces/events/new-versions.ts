import type { ServiceState } from "@/service/kernel/state/open-state";
import type { NewVersion, VersionObserver } from "@/service/traces/store/objects/object-store";
import { eventId } from "./event-id";
import { recordEvent } from "./record-event";
import { SubscriptionRecords } from "./subscription-records";

const KIND = "object.version_created";

const WORDS = { op: "Op", object: "Object" } as const;

/**
 * Stores events of new versions before the versions: they are stored elsewhere, and a kill in between would lose an event
 * that came afterwards. What is stored is sent once the version is there, and forgotten when it never comes.
 */
export function observeVersions(state: ServiceState): VersionObserver {
  return {
    async isWanted(projectId) {
      return (await new SubscriptionRecords(state).wanting(projectId, KIND)).length > 0;
    },
    async note(version, revision, earlier) {
      await recordEvent(state, eventOf(version, revision, earlier));
    },
  };
}

/** The id is the same for requests that store the same version at once. */
function eventOf(version: NewVersion, revision: number, earlier: number) {
  const { projectId, kind, objectId, digest, baseObjectClass } = version;
  return {
    kind: KIND,
    event_id: eventId(KIND, projectId, kind, objectId, digest, earlier),
    project_id: projectId,
    name: objectId,
    at: new Date().toISOString(),
    sentence: `${WORDS[kind]} ${objectId} has a new version`,
    path: `weave/${kind}s/${encodeURIComponent(objectId)}/versions/${digest}`,
    subject: {
      object: {
        ...{ id: objectId, digest, kind, class: baseObjectClass === "" ? null : baseObjectClass },
        ref: `weave:///${projectId}/${kind}/${objectId}:${digest}`,
      },
    },
    awaits: { kind, objectId, digest, revision },
  } as const;
}
