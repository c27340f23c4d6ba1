import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { classNames } from "@/lib/style/class-names";

const tag = cva(
  "inline-flex h-[18px] flex-none items-center gap-1 rounded-[3px] px-[5px] text-micro whitespace-nowrap",
  {
    variants: {
      tone: {
        plain: "bg-hover text-ink-2",
        outline: "text-ink-2 shadow-[inset_0_0_0_1px_var(--line-strong)]",
        ok: "bg-ok-tint text-ok",
        err: "bg-err-tint text-err",
        warn: "bg-warn-tint text-warn",
        run: "bg-run-tint text-run",
      },
    },
    defaultVariants: { tone: "plain" },
  },
);

/** A property in a word or two: `latest`, `6 calls`. */
export function Tag({ tone, className, ...rest }: ComponentProps<"span"> & VariantProps<typeof tag>) {
  return <span className={classNames(tag({ tone }), className)} {...rest} />;
}
