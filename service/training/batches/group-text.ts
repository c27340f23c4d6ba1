import { isJsonObject } from "@/lib/guard/json-object";

/** The subject of a group, in text that is short enough for a list. */
export interface GroupText {
  /** The shared metadata of its trajectories: `task_id 17`; null when there is none. */
  readonly label: string | null;
  /** The first characters of its first user message; null without one. */
  readonly title: string | null;
}

/** A title of this length may be cut. */
export const MAX_TITLE_LENGTH = 160;

/** The metadata names in which programs write the subject of a rollout, in order of precedence. */
const NAMES = ["scenario_id", "task_id", "scenario", "task", "problem_id", "question_id"] as const;

/** The group's own metadata takes precedence over that of a trajectory. */
export function groupLabel(metadata: readonly unknown[]): string | null {
  for (const members of metadata.filter(isJsonObject)) {
    for (const name of NAMES) {
      const value = Object.hasOwn(members, name) ? members[name] : null;
      const isName = typeof value === "string" ? value.trim() !== "" : typeof value === "number";
      if (isName) return `${name} ${value}`.slice(0, MAX_TITLE_LENGTH);
    }
  }
  return null;
}

/** Returns the first words of a user, on one line. */
export function groupTitle(messages: readonly unknown[]): string | null {
  const words = firstUserText(messages)?.slice(0, MAX_TITLE_LENGTH * 4);
  return words?.replace(/\s+/g, " ").trim().slice(0, MAX_TITLE_LENGTH) || null;
}

/** Returns the text of the first message of a user that has one. */
export function firstUserText(messages: readonly unknown[]): string | null {
  for (const message of messages) {
    if (!isJsonObject(message) || message.role !== "user") continue;
    const text = textOf(message.content);
    if (text.trim() !== "") return text;
  }
  return null;
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => (isJsonObject(part) && typeof part.text === "string" ? part.text : "")).join(" ");
}
