import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import { valueContent, valueFind, valueFindResult, valuePart, valueRead } from "./values";

const place = {
  project_id: "demo/airline",
  call_id: "0199a7c2-6b1e-7f4a-8c3d-5e2f1a0b9c8d",
  field: "inputs",
} as const;

const EXAMPLE_TEXT = "Can I still add a second checked bag?";

export const valueOperations = {
  "value.read": defineOperation({
    id: "value.read",
    title: "Read part of a value",
    summary: "Returns a window of a call's payload of any size, and lists the omitted parts.",
    path: "/value/read",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: valueRead },
    result: { kind: "json", schema: valuePart },
    standing: "extension",
    gaps: ["value-parts"],
    example: {
      body: { ...place, path: ["message"], from: 0, to: 11 },
      result: {
        kind: "string",
        size: EXAMPLE_TEXT.length + 2,
        count: EXAMPLE_TEXT.length,
        from: 0,
        to: 11,
        value: "Can I still",
        left_out: [],
      },
    },
  }),
  "value.find": defineOperation({
    id: "value.find",
    title: "Search a value",
    summary: "Searches text inside a call's payload and returns the paths of the matches, one page at a time.",
    path: "/value/find",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: valueFind },
    result: { kind: "json", schema: valueFindResult },
    standing: "extension",
    gaps: ["value-parts"],
    example: {
      body: { ...place, text: "checked" },
      result: {
        hits: [
          {
            path: ["message"],
            ordinals: [0],
            in: "value",
            character: 25,
            before: '{"message":"Can I still add a second ',
            found: "checked",
            after: ' bag?"}',
          },
        ],
        next: null,
        total: 1,
      },
    },
  }),
  "value.content": defineOperation({
    id: "value.content",
    title: "Download a value",
    summary: "Returns the JSON text of a call's payload, or of a part of it, exactly as it was stored.",
    path: "/value/content",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: valueContent },
    result: { kind: "bytes" },
    standing: "extension",
    gaps: ["value-parts"],
    example: { body: { ...place, path: [] } },
  }),
};
