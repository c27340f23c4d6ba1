import { z } from "zod";
import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import { emptyResult, integer } from "@/lib/api/contract/scalars/scalars";
import { EXAMPLE_CALL, EXAMPLE_PROJECT, EXAMPLE_TRACE, exampleEnd, exampleStart } from "./call-examples";
import {
  call,
  callRead,
  callSkeleton,
  callsDelete,
  callsPreview,
  callsPreviewResult,
  callsSkeleton,
  callsStreamQuery,
  callUpdate,
} from "./calls";

const exampleCall = {
  ...exampleStart,
  parent_id: null,
  thread_id: null,
  turn_id: null,
  display_name: null,
  ended_at: exampleEnd.ended_at,
  exception: null,
  output: exampleEnd.output,
  summary: { ...exampleEnd.summary, weave: { status: "success", latency_ms: 6310, trace_name: "airline_agent.turn" } },
  svc_user_id: "key-local",
};

export const callOperations = {
  "calls.streamQuery": defineOperation({
    id: "calls.streamQuery",
    title: "Calls, stream",
    summary: "Streams the calls that a filter selects, one JSON object per line.",
    path: "/calls/stream_query",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: callsStreamQuery },
    result: { kind: "jsonl", item: call },
    standing: "extension",
    gaps: ["read-calls", "call-token-fields"],
    example: {
      body: { project_id: EXAMPLE_PROJECT, limit: 50, sort_by: [{ field: "started_at", direction: "desc" }] },
      result: exampleCall,
    },
  }),
  "calls.skeleton": defineOperation({
    id: "calls.skeleton",
    title: "Calls without payload, stream",
    summary: "Streams the fields of the selected calls that a tree shows, about a third of the size of the calls.",
    path: "/calls/skeleton",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: callsSkeleton },
    result: { kind: "jsonl", item: callSkeleton },
    standing: "extension",
    gaps: ["read-calls"],
    example: {
      body: { project_id: EXAMPLE_PROJECT, filter: { trace_ids: [EXAMPLE_TRACE] }, include_costs: true },
      result: {
        id: EXAMPLE_CALL,
        op_name: exampleCall.op_name,
        started_at: exampleCall.started_at,
        ended_at: exampleCall.ended_at,
        summary: {
          usage: { "gpt-4o": { requests: 1, prompt_tokens: 412, completion_tokens: 9 } },
          weave: { status: "success", latency_ms: 6310 },
        },
      },
    },
  }),
  "call.read": defineOperation({
    id: "call.read",
    title: "Read call",
    summary: "Returns one call by its id; null when it is missing or deleted.",
    path: "/call/read",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: callRead },
    result: { kind: "json", schema: z.looseObject({ call: call.nullable() }) },
    standing: "extension",
    gaps: ["read-calls"],
    example: { body: { project_id: EXAMPLE_PROJECT, id: EXAMPLE_CALL }, result: { call: exampleCall } },
  }),
  "calls.preview": defineOperation({
    id: "calls.preview",
    title: "Call previews",
    summary:
      "Returns the first characters of the inputs and outputs of calls, and of values inside them, for payloads of any size.",
    path: "/calls/preview",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: callsPreview },
    result: { kind: "json", schema: callsPreviewResult },
    standing: "extension",
    gaps: ["read-calls"],
    example: {
      body: { project_id: EXAMPLE_PROJECT, call_ids: [EXAMPLE_CALL], length: 20, paths: ["attributes.env"] },
      result: {
        previews: [
          {
            id: EXAMPLE_CALL,
            inputs: '{"message":"Can I st',
            output: '"Yes, for 35 USD."',
            inputs_length: 50,
            output_length: 18,
            values: { "attributes.env": '"prod"' },
          },
        ],
      },
    },
  }),
  "call.update": defineOperation({
    id: "call.update",
    title: "Rename call",
    summary: "Sets the display name of a call; an empty name clears it.",
    path: "/call/update",
    auth: "basic",
    effect: "write",
    body: { kind: "json", schema: callUpdate },
    result: { kind: "json", schema: emptyResult },
    standing: "extension",
    example: {
      body: { project_id: EXAMPLE_PROJECT, call_id: EXAMPLE_CALL, display_name: "Baggage question" },
      result: {},
    },
  }),
  "calls.delete": defineOperation({
    id: "calls.delete",
    title: "Delete calls",
    summary: "Deletes calls with all their descendants.",
    path: "/calls/delete",
    auth: "basic",
    effect: "write",
    scope: "admin",
    body: { kind: "json", schema: callsDelete },
    result: { kind: "json", schema: z.looseObject({ num_deleted: integer }) },
    standing: "extension",
    example: { body: { project_id: EXAMPLE_PROJECT, call_ids: [EXAMPLE_CALL] }, result: { num_deleted: 1 } },
  }),
};
