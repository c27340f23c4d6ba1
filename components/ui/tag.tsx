import type { ComponentProps } from "react";
import { classNames } from "@/lib/style/class-names";

const TAG_CLASS =
  "inline-flex h-[18px] flex-none items-center gap-1 rounded-[3px] px-[5px] text-micro whitespace-nowrap";

const tones = {
  plain: "bg-hover text-ink-2",
  outline: "text-ink-2 shadow-[inset_0_0_0_1px_var(--line-strong)]",
  ok: "bg-ok-tint text-ok",
  err: "bg-err-tint text-err",
  warn: "bg-warn-tint text-warn",
  run: "bg-run-tint text-run",
} as const;

type TagProps = ComponentProps<"span"> & { tone?: keyof typeof tones | undefined };

/** A property in a word or two: `latest`, `6 calls`. */
export function Tag({ tone = "plain", className, ...rest }: TagProps) {
  return <span className={classNames(TAG_CLASS, tones[tone], className)} {...rest} />;
}
