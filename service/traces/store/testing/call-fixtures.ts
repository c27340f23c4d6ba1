import type { EndPart, NamePart, Payload, StartPart } from "@/service/traces/store/calls/call-parts";

/** Complete parts of calls for tests, with the members that a test sets. */
export function payload(value: unknown): Payload {
  const text = JSON.stringify(value);
  return { text, searchText: "", size: text.length, refs: [] };
}

export function startPart(given: Partial<StartPart> & { projectId: string; id: string }): StartPart {
  return {
    part: "start",
    startedAt: "2026-11-20 10:00:00.000000",
    traceId: `trace of ${given.id}`,
    parentId: null,
    threadId: null,
    turnId: null,
    opName: "op",
    displayName: null,
    userId: "user",
    runId: null,
    runStep: null,
    attributes: payload({}),
    inputs: payload({ question: given.id }),
    otelDump: null,
    ...given,
  };
}

export function endPart(given: Partial<EndPart> & { projectId: string; id: string }): EndPart {
  return {
    part: "end",
    endedAt: "2026-11-20 10:00:01.500000",
    exception: null,
    descendantErrors: 0,
    output: payload({ answer: given.id }),
    summary: payload({}),
    runStepEnd: null,
    ...given,
  };
}

export function namePart(given: Omit<NamePart, "part">): NamePart {
  return { part: "name", ...given };
}
