import { readValue } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/messages/prepare-compact-lines";
import type { RolloutContents } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/messages/prepare-trajectory";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { ToolRequestPart } from "@/lib/chat/chat-message";
import { isMembers } from "@/lib/json/value/members";

/** The first message in which the trajectories of a group differ. */
export interface FirstDifference {
  /** Its index in the messages. */
  readonly at: number;
  /** Arguments of its tool calls that are not the same in all trajectories, by name. */
  readonly names: ReadonlySet<string>;
}

/** Returns where trajectories begin to differ; null if there is only one, or if all are equal. */
export function firstDifference(contents: readonly RolloutContents[]): FirstDifference | null {
  const [first] = contents;
  if (!first || contents.length < 2) return null;
  const longest = Math.max(...contents.map(({ messages }) => messages.length));
  for (let at = 0; at < longest; at += 1) {
    const fingerprints = new Set(contents.map(({ messages }) => messages[at]?.fingerprint));
    if (fingerprints.size > 1) return { at, names: differingArguments(contents, at) };
  }
  return null;
}

function differingArguments(contents: readonly RolloutContents[], at: number): ReadonlySet<string> {
  const valuesByName = new Map<string, Set<string>>();
  const calls = contents.map(({ messages }) =>
    (messages[at]?.message.parts ?? []).filter((part): part is ToolRequestPart => part.kind === "tool-request"),
  );
  const names = new Set(calls.flatMap((parts) => parts.flatMap((part) => Object.keys(argumentsOf(part)))));
  for (const name of names) {
    const texts = calls.map((parts) => stringifyJson(parts.map((part) => argumentsOf(part)[name] ?? null)));
    valuesByName.set(name, new Set(texts));
  }
  return new Set([...valuesByName].flatMap(([name, values]) => (values.size > 1 ? [name] : [])));
}

function argumentsOf(part: ToolRequestPart): Readonly<Record<string, unknown>> {
  const value = readValue(part.arguments);
  return isMembers(value) ? value : {};
}
