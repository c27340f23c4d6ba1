import {
  type Draft,
  type DraftMessage,
  type Members,
  newMessage,
} from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { withMessages, withRequest } from "@/app/(dashboard)/[workspace]/playground/draft/draft-changes";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { INPUT_TEXT_MEMBERS, plainTextOf } from "@/lib/chat/spoken-words";
import { isMembers } from "@/lib/json/value/members";
import { readCall } from "./read-call";

/** A row of a table: the digest of its table and its own. */
export interface RowAddress {
  readonly table: string;
  readonly row: string;
}

/** Parses `TABLE:ROW`; null for any other text. */
export function parseRowAddress(id: string): RowAddress | null {
  const [table = "", row = "", ...more] = id.split(":");
  return table === "" || row === "" || more.length > 0 ? null : { table, row };
}

/** A row as a change of the user's draft. */
export interface ReadRow {
  readonly lost: readonly string[];
  readonly fill: (draft: Draft) => Draft;
}

/**
 * Reads a row: the request of a logged model call, which rows created from calls contain; otherwise its message, and
 * its members as values of variables. Null if it has neither.
 */
export function readRow(val: unknown): ReadRow | null {
  if (!isMembers(val)) return null;
  const callId = typeof val.call_id === "string" && val.call_id !== "" ? val.call_id : null;
  for (const inputs of [val.inputs, val]) {
    if (!isMembers(inputs)) continue;
    const read = readCall({ inputs });
    if (read.messages.length > 0) {
      return { lost: read.unsupported, fill: (draft) => withRequest(draft, read, callId) };
    }
  }
  const values = isMembers(val.inputs) ? val.inputs : val;
  const variables = textsOf(values);
  const words = plainTextOf(values, INPUT_TEXT_MEMBERS);
  if (words === null && Object.keys(variables).length === 0) return null;
  return {
    lost: [],
    fill: (draft) => ({
      ...(words === null ? draft : withMessages(draft, "shared", withUserText(draft.messages, words))),
      variables: { ...draft.variables, ...variables },
      callId,
    }),
  };
}

function textsOf(values: Members): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): [string, string][] =>
      value === null || value === undefined ? [] : [[name, typeof value === "string" ? value : stringifyJson(value)]],
    ),
  );
}

/** Returns the system messages, then the text as the only user message. Messages with variables are unchanged. */
function withUserText(messages: readonly DraftMessage[], words: string): readonly DraftMessage[] {
  const usesVariables = messages.some(({ parts }) =>
    parts.some((part) => part.kind === "text" && /\{\{/.test(part.text)),
  );
  if (usesVariables) return messages;
  const system = messages.filter(({ role }) => role === "system" || role === "developer");
  return [...system, newMessage("user", words)];
}
