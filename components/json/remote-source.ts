import { callOperation, openAnswer } from "@/lib/api/client/service-client";
import { MAX_PART_CHARACTERS, type ValueField } from "@/lib/api/contract/values";
import type { ValueSource } from "./value-source";

/** Which payload of which call, and where it is read. */
export interface PayloadPlace {
  readonly connectionId: string;
  readonly projectId: string;
  readonly callId: string;
  readonly field: ValueField;
}

/** Parts of a payload as the service cuts them out; for services that offer it. */
export function remoteSource({ connectionId, projectId, callId, field }: PayloadPlace): ValueSource {
  const place = { project_id: projectId, call_id: callId, field };
  const sent = (signal: AbortSignal | undefined) => (signal ? { signal } : {});
  return {
    read: (path, window, signal) => {
      const body = { ...place, path: [...path], ...window, ...(path.length === 0 ? { length: MAX_PART_CHARACTERS } : {}) };
      return callOperation(connectionId, "value.read", { body, ...sent(signal) });
    },
    find: (path, text, after, signal) => {
      const body = { ...place, path: [...path], text, after };
      return callOperation(connectionId, "value.find", { body, ...sent(signal) });
    },
    content: (path, signal) => {
      const body = { ...place, path: [...path] };
      return openAnswer(connectionId, "value.content", { body, ...sent(signal) });
    },
  };
}
