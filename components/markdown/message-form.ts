"use client";

import { usePersonalChoice } from "@/components/browser/use-personal-choice";

/** How the text of messages is shown: as Markdown and JSON mean it, or as it was sent. */
export type MessageForm = "rendered" | "raw";

const FORMS = ["rendered", "raw"] as const;

/** The form of all messages, as this user chose it last in this browser. */
export function useMessageForm(): [MessageForm, (form: MessageForm) => void] {
  return usePersonalChoice("heddle-message-form", FORMS, "rendered");
}
