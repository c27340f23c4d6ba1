import { parsePythonJson } from "@/lib/json/scan/parse-python-json";
import { isMembers, type Members } from "@/lib/json/value/members";
import { artEntry } from "./art-entries";
import type { RunEntry } from "./run-entry";

/**
 * Returns the entry of a row that ART's local backend writes to a Parquet file below `trajectories/train`, or null for any
 * other value: one trajectory, whose objects are JSON texts.
 *
 * @param step of the file's name; the rows do not contain it
 */
export function artParquetEntry(row: Members, step: number): RunEntry | null {
  const { messages, reward } = row;
  if (!("group_index" in row) || !Array.isArray(messages) || !messages.every(isMembers)) return null;
  const trajectory = {
    messages_and_choices: messages.map(itemOf),
    reward,
    metrics: objectIn(row.metrics),
    metadata: { ...objectIn(row.group_metadata), ...objectIn(row.metadata) },
  };
  return artEntry({ trajectories: [trajectory] }, step);
}

/** Answers of the model are marked as trainable; in other files they are choices. */
function itemOf({ role, content, tool_calls: calls, tool_call_id: callId, trainable }: Members): Members {
  const toolCalls = typeof calls === "string" ? jsonIn(calls) : calls;
  const message = {
    role,
    content: content ?? null,
    ...(toolCalls ? { tool_calls: toolCalls } : {}),
    ...(callId ? { tool_call_id: callId } : {}),
  };
  return trainable === true ? { message } : message;
}

function objectIn(text: unknown): Members {
  const value = typeof text === "string" ? jsonIn(text) : text;
  return isMembers(value) ? value : {};
}

function jsonIn(text: string): unknown {
  try {
    return parsePythonJson(text);
  } catch {
    // A text that is not JSON has no members.
    return null;
  }
}
