import { isSameJson } from "@/app/(dashboard)/[workspace]/playground/columns/is-same-json";
import type { DraftPrompt, Members } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { promptValue } from "@/lib/api/contract/objects/stored-prompt";
import type { PreparedPrompt } from "./prepare-prompt";
import type { PromptTarget } from "./use-prompt-target";

/** The result of saving, or the reason why it is not possible. */
export interface PreparedSave {
  /** The value of the version; null when nothing can be saved. */
  readonly value: Members | null;
  /** `Create support v0`, for the button. */
  readonly action: string;
  /** The consequence, or the reason why nothing can be saved. */
  readonly text: string;
  readonly tone: "plain" | "warn" | "err";
}

interface SaveRequest {
  readonly name: string;
  readonly description: string;
  readonly prepared: PreparedPrompt;
  readonly target: PromptTarget;
  /** The version that the draft was loaded from or saved as. */
  readonly loaded: DraftPrompt | null;
}

const nothing = (text: string, tone: PreparedSave["tone"] = "plain"): PreparedSave => ({
  value: null,
  action: "Save",
  text,
  tone,
});

/** Decides whether a prompt can be saved, as which version, and whether others saved one since it was loaded. */
export function prepareSave({ name, description, prepared, target, loaded }: SaveRequest): PreparedSave {
  if (name === "") return nothing("Enter a name.");
  if (target.kind === "reading") return nothing("Checking the latest version.");
  if (target.kind === "failed") return nothing("The latest version could not be read, so nothing can be saved.", "err");
  if (target.kind === "other") {
    const { leaf_object_class: own, kind } = target.latest;
    const what = own || (kind === "op" ? "an op" : "an object");
    return nothing(`${name} is not a prompt but ${own ? `a ${own}` : what}. Choose another name.`, "err");
  }
  const latest = target.kind === "prompt" ? target.latest : null;
  const [problem] = prepared.problems;
  const { messages, config } = prepared;
  const value = promptValue({ name, description, messages, config }, latest?.val ?? null);
  if (problem !== undefined) return nothing(problem, "err");
  if (latest === null) return { value, action: "Create prompt", text: `Creates the prompt ${name}.`, tone: "plain" };
  const number = latest.version_index;
  if (isSameJson(value, latest.val)) return nothing(`Nothing to save: v${number} of ${name} is the same.`);
  const action = `Save v${number + 1}`;
  const isNewer = loaded?.objectId === name && loaded.digest !== latest.digest;
  if (!isNewer) return { value, action, text: `Saves v${number + 1} of ${name}. v${number} stays.`, tone: "plain" };
  const author = latest.svc_user_id ? ` by ${latest.svc_user_id}` : "";
  return {
    value,
    action: `${action} anyway`,
    text: `v${number}${author} is newer than v${loaded.versionIndex}, which you loaded. v${number + 1} will not contain its changes.`,
    tone: "warn",
  };
}
