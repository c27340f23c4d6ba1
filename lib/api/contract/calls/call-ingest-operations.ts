import { z } from "zod";
import { ingestLimits } from "@/lib/api/contract/operation/limits";
import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import { emptyResult } from "@/lib/api/contract/scalars/scalars";
import { EXAMPLE_CALL, EXAMPLE_TRACE, exampleEnd, exampleStart } from "./call-examples";
import { callEnd, callStart, callUpsertBatch, callUpsertResult, completedCall, completeParams } from "./calls";

export const callIngestOperations = {
  "call.upsertBatch": defineOperation({
    id: "call.upsertBatch",
    title: "Store calls",
    summary: "Stores starts and ends of traced calls; parts of a call may arrive in any order.",
    path: "/call/upsert_batch",
    auth: "basic",
    effect: "write",
    body: { kind: "json", schema: callUpsertBatch },
    result: { kind: "json", schema: z.looseObject({ res: z.array(callUpsertResult) }) },
    standing: "core",
    limits: ingestLimits,
    gaps: ["call-end", "call-required", "call-merge", "user-id"],
    example: {
      body: { batch: [{ mode: "start", req: { start: exampleStart } }] },
      result: { res: [{ id: EXAMPLE_CALL, trace_id: EXAMPLE_TRACE }] },
    },
  }),
  "call.start": defineOperation({
    id: "call.start",
    title: "Start call",
    summary: "Stores the start of one call.",
    path: "/call/start",
    aliases: ["/v2/{entity}/{project}/call/start"],
    auth: "basic",
    effect: "write",
    body: { kind: "json", schema: z.object({ start: callStart }) },
    result: { kind: "json", schema: callUpsertResult },
    standing: "extension",
    limits: ingestLimits,
    example: { body: { start: exampleStart }, result: { id: EXAMPLE_CALL, trace_id: EXAMPLE_TRACE } },
  }),
  "call.end": defineOperation({
    id: "call.end",
    title: "End call",
    summary: "Stores the end of one call.",
    path: "/call/end",
    aliases: ["/v2/{entity}/{project}/call/end"],
    auth: "basic",
    effect: "write",
    body: { kind: "json", schema: z.object({ end: callEnd }) },
    result: { kind: "json", schema: emptyResult },
    standing: "extension",
    limits: ingestLimits,
    example: { body: { end: exampleEnd }, result: {} },
  }),
  "calls.complete": defineOperation({
    id: "calls.complete",
    title: "Store complete calls",
    summary: "Stores calls that have already ended, each with its start and end.",
    path: "/v2/{entity}/{project}/calls/complete",
    auth: "basic",
    effect: "write",
    params: completeParams,
    body: { kind: "json", schema: z.object({ batch: z.array(completedCall) }) },
    result: { kind: "json", schema: emptyResult },
    standing: "extension",
    limits: ingestLimits,
    example: {
      params: { entity: "demo", project: "airline" },
      body: { batch: [{ ...exampleStart, ...exampleEnd }] },
      result: {},
    },
  }),
};
