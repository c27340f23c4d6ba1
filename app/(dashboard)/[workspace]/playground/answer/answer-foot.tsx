"use client";

import { ArrowUpRight } from "lucide-react";
import Link from "next/link";
import { MessageFormButton } from "@/components/chat/message-form-button";
import { HeatLegend } from "@/components/logprobs/heat-legend";
import { useMessageForm } from "@/components/markdown/message-form";
import { useWorkspaceSlug } from "@/components/session/use-workspace";
import type { Answer } from "@/lib/completion/answer";
import { formatShortId } from "@/lib/format/identifier";

type AnswerFootProps = {
  answer: Answer;
  hasLogprobs: boolean;
  /** True for an answer that looks different as Markdown and as it was sent. */
  hasForms: boolean;
};

/** The call that stores the answer, the form of its text, and the legend of its tints. */
export function AnswerFoot({ answer: { callId, status }, hasLogprobs, hasForms }: AnswerFootProps) {
  const slug = useWorkspaceSlug();
  const [form, setForm] = useMessageForm();
  return (
    <div className="@container flex-none border-t border-line px-3.5">
      <div className="flex min-h-[26px] flex-wrap items-center justify-between gap-x-2 py-1 text-micro text-ink-3">
        {callId === null ? (
          <span>{status === "running" ? "" : "not tracked"}</span>
        ) : (
          <span className="flex items-center gap-1.5 whitespace-nowrap">
            tracked as call
            <Link
              href={`/${slug}/traces/${encodeURIComponent(callId)}`}
              className="flex items-center gap-0.5 text-code text-accent-text hover:underline"
              title={callId}
            >
              {formatShortId(callId)}
              <ArrowUpRight size={11} strokeWidth={2} aria-hidden="true" />
            </Link>
          </span>
        )}
        {hasForms ? (
          <span className="-my-1 ml-auto [&_button]:h-6">
            <MessageFormButton form={form} onForm={setForm} />
          </span>
        ) : null}
        {hasLogprobs ? <HeatLegend /> : <span>no logprobs</span>}
      </div>
    </div>
  );
}
