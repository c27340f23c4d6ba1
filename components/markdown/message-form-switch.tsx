"use client";

import { Segmented } from "@/components/form/segmented";
import { type MessageForm, useMessageForm } from "./message-form";

const segments = [
  { value: "rendered", label: "Rendered" },
  { value: "raw", label: "Raw" },
] as const;

/** Chooses the form of all messages; the choice is remembered. */
export function MessageFormSwitch() {
  const [form, setForm] = useMessageForm();
  return <Segmented<MessageForm> label="Messages" size="small" value={form} segments={segments} onChange={setForm} />;
}
