import { parseTime } from "@/lib/format/time";
import { isMembers, textIn } from "@/lib/json/value/members";

/** Feedback from a user, or from a program, about a call. */
export type Feedback = {
  readonly id: string;
  readonly createdMs: number | null;
  /** The author; null if the service does not report it. */
  readonly author: string | null;
  /** Created by the current user. */
  readonly isOwn: boolean;
} & (
  | { readonly kind: "reaction"; readonly emoji: string }
  | { readonly kind: "note"; readonly text: string }
  /** The value of an annotation of the project. */
  | { readonly kind: "annotation"; readonly name: string; readonly ref: string | null; readonly value: unknown }
  /** The result of a scorer. */
  | { readonly kind: "score"; readonly name: string; readonly ref: string | null; readonly value: unknown }
  | { readonly kind: "other"; readonly type: string; readonly value: unknown }
);

/** The current user, who sees the feedback. */
export interface Reader {
  readonly id: string;
  readonly email: string;
}

/** The author of what an agent writes: this, and the address of the user it acts for. */
export const AGENT_OF = "agent of ";

const ANNOTATION = "wandb.annotation.";
const RUNNABLE = "wandb.runnable.";

/** Returns the feedback of a service's list; records without an id cannot be removed, but are otherwise complete. */
export function readFeedback(records: readonly unknown[], reader: Reader | undefined): readonly Feedback[] {
  return records.flatMap((record) => {
    if (!isMembers(record)) return [];
    const userId = textIn(record, ["svc_user_id", "wb_user_id"]);
    const creator = textIn(record, ["creator"]);
    const isOwn =
      reader !== undefined &&
      (userId === reader.id || [reader.email, `${AGENT_OF}${reader.email}`].includes(creator ?? ""));
    const base = {
      id: textIn(record, ["id"]) ?? "",
      createdMs: parseTime(textIn(record, ["created_at"])),
      // What an agent wrote with the rights of a user is not what the user wrote.
      author: isOwn && !creator?.startsWith(AGENT_OF) ? "you" : creator || userId,
      isOwn,
    };
    return { ...base, ...contentOf(record) };
  });
}

function contentOf(record: Readonly<Record<string, unknown>>) {
  const type = textIn(record, ["feedback_type"]) ?? "";
  const payload = isMembers(record.payload) ? record.payload : {};
  const emoji = textIn(payload, ["emoji"]);
  const note = textIn(payload, ["note"]);
  if (type === "wandb.reaction.1" && emoji !== null) return { kind: "reaction", emoji } as const;
  if (type === "wandb.note.1" && note !== null) return { kind: "note", text: note } as const;
  if (type.startsWith(ANNOTATION)) {
    const name = type.slice(ANNOTATION.length);
    return { kind: "annotation", name, ref: textIn(record, ["annotation_ref"]), value: payload.value ?? null } as const;
  }
  if (type.startsWith(RUNNABLE)) {
    const name = type.slice(RUNNABLE.length);
    return { kind: "score", name, ref: textIn(record, ["runnable_ref"]), value: payload.output ?? null } as const;
  }
  return { kind: "other", type, value: record.payload ?? null } as const;
}

/** One emoji and all users who reacted with it. */
export interface ReactionGroup {
  readonly emoji: string;
  readonly count: number;
  /** The authors that the service reports, in the order of their reactions. */
  readonly authors: readonly string[];
  /** The reader's own reaction, which another click removes. */
  readonly ownId: string | null;
}

/** Returns reactions by emoji, in the order of their first use. */
export function reactionGroups(feedback: readonly Feedback[]): readonly ReactionGroup[] {
  const groups = new Map<string, ReactionGroup>();
  for (const entry of feedback) {
    if (entry.kind !== "reaction") continue;
    const known = groups.get(entry.emoji);
    groups.set(entry.emoji, {
      emoji: entry.emoji,
      count: (known?.count ?? 0) + 1,
      authors: [...(known?.authors ?? []), ...(entry.author === null ? [] : [entry.author])],
      ownId: known?.ownId ?? (entry.isOwn ? entry.id : null),
    });
  }
  return [...groups.values()];
}

/** The longest note that services accept, in characters. */
export const MAX_NOTE_LENGTH = 1024;
