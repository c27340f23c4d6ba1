import { readStored, writeStored } from "@/lib/storage/browser-storage";
import type { PromptTasks } from "@/lib/training/runs/prompt-tasks";

const SESSION_KEY_PREFIX = "heddle.prompts.";

/** Returns the address of a new run with these prompts as its tasks. They are left in the browser's session. */
export function newRunOfPrompts(slug: string, prompts: PromptTasks): string {
  const name = Date.now().toString(36);
  writeStored(`${SESSION_KEY_PREFIX}${name}`, JSON.stringify(prompts), "session");
  return `/${slug}/runs/new?${new URLSearchParams({ prompts: name })}`;
}

/** Returns the prompts that another page left; null when the session has ended. */
export function takePrompts(name: string): PromptTasks | null {
  const stored = readStored(`${SESSION_KEY_PREFIX}${name}`, "session");
  // Only written by this file.
  return stored === null ? null : (JSON.parse(stored) as PromptTasks);
}
