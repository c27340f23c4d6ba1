import { z } from "zod";
import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { type Draft, MAX_COLUMNS, messageRoles } from "./draft";

const members = z.record(z.string(), z.unknown());
const texts = z.record(z.string(), z.string());

const message = z.object({
  key: z.string(),
  role: z.enum(messageRoles),
  parts: z.array(
    z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("text"), text: z.string(), others: members }),
      z.object({ kind: z.literal("media"), value: members }),
    ]),
  ),
  toolCalls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() })),
  toolCallId: z.string(),
  others: members,
});

/** A draft as it is stored in this browser. */
export const storedDraft = z.object({
  messages: z.array(message),
  tools: z.array(z.object({ key: z.string(), isOn: z.boolean(), text: z.string() })),
  parameters: texts,
  variables: texts,
  rows: z.array(members).default([]),
  rowColumns: texts.default({}),
  columns: z
    .array(z.object({ key: z.string(), model: z.string(), own: texts, messages: z.array(message).nullable() }))
    .min(1)
    .max(MAX_COLUMNS),
  isTracked: z.boolean(),
  callId: z.string().nullable(),
  prompt: z
    .object({ objectId: z.string(), digest: z.string(), versionIndex: z.number(), text: z.string().nullable() })
    .nullable()
    .default(null),
});

/** Loads the stored draft; null when there is none, or it cannot be read. */
export function parseDraft(text: string | null): Draft | null {
  if (text === null) return null;
  try {
    return storedDraft.safeParse(parseJson(text)).data ?? null;
  } catch {
    // It was written by another version of the page or another program: the page starts empty.
    return null;
  }
}

export function draftText(draft: Draft): string {
  return stringifyJson(draft);
}
