import { callOperation, openResponse } from "@/lib/api/client/service-client";
import { MAX_PART_LENGTH } from "@/lib/api/contract/values/part-length";
import type { ValueField } from "@/lib/api/contract/values/values";
import type { ValueSource } from "./value-source";

/** A payload of a call, and its address. */
export interface PayloadAddress {
  readonly connectionId: string;
  readonly projectId: string;
  readonly callId: string;
  readonly field: ValueField;
}

/** Parts of a payload as the service cuts them out; for services that support it. */
export function remoteSource({ connectionId, projectId, callId, field }: PayloadAddress): ValueSource {
  const place = { project_id: projectId, call_id: callId, field };
  const sent = (signal: AbortSignal | undefined) => (signal ? { signal } : {});
  return {
    read: (path, window, signal) => {
      const body = { ...place, path: [...path], ...window, ...(path.length === 0 ? { length: MAX_PART_LENGTH } : {}) };
      return callOperation(connectionId, "value.read", { body, ...sent(signal) });
    },
    find: (path, text, after, signal) => {
      const body = { ...place, path: [...path], text, after };
      return callOperation(connectionId, "value.find", { body, ...sent(signal) });
    },
    content: (path, signal) => {
      const body = { ...place, path: [...path] };
      return openResponse(connectionId, "value.content", { body, ...sent(signal) });
    },
  };
}
