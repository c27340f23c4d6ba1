import { isJsonObject } from "@/lib/json/guard/json-object";

/** What a group is about, in words that are short enough for a list. */
export interface GroupText {
  /** What its trajectories share by their metadata: `task_id 17`; null where nothing says so. */
  readonly label: string | null;
  /** Beginning of what a user says first in it; null where no user says anything. */
  readonly title: string | null;
}

const MAX_LABEL_LENGTH = 160;

/** Names under which programs write what a rollout was about, in the order in which they are believed. */
const NAMES = ["scenario_id", "task_id", "scenario", "task", "problem_id", "question_id"] as const;

/** The group's own metadata counts before that of a trajectory. */
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

/** The first words of a user, on one line. */
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
