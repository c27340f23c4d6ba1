import { isJsonObject } from "@/lib/json/guard/json-object";

/** The subject of a group, in text that is short enough for a list. */
export interface GroupText {
  /** The shared metadata of its trajectories: `task_id 17`; null when there is none. */
  readonly label: string | null;
  /** The first characters of its first user message; null without one. */
  readonly title: string | null;
}

const MAX_LABEL_LENGTH = 160;

/** The metadata names in which programs write the subject of a rollout, in order of precedence. */
const NAMES = ["scenario_id", "task_id", "scenario", "task", "problem_id", "question_id"] as const;

/** The group's own metadata takes precedence over that of a trajectory. */
export function groupLabel(metadata: readonly unknown[]): string | null {
  for (const members of metadata.filter(isJsonObject)) {
    for (const name of NAMES) {
      const value = Object.hasOwn(members, name) ? members[name] : null;
      const isName = typeof value === "string" ? value.trim() !== "" : typeof value === "number";
      if (isName) return `${name} ${value}`.slice(0, MAX_LABEL_LENGTH);
    }
  }
  return null;
}

/** Returns the first words of a user, on one line. */
export function groupTitle(messages: readonly unknown[]): string | null {
  for (const message of messages) {
    if (!isJsonObject(message) || message.role !== "user") continue;
    const words = textOf(message.content)
      .slice(0, MAX_LABEL_LENGTH * 4)
      .replace(/\s+/g, " ")
      .trim();
    if (words !== "") return words.slice(0, MAX_LABEL_LENGTH);
  }
  return null;
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => (isJsonObject(part) && typeof part.text === "string" ? part.text : "")).join(" ");
}
