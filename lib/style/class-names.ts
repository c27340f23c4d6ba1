import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

/** Our text sizes must be listed by name, or `text-small` and `text-ink` would be taken for the same property. */
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ["code", "micro", "small", "mono", "base", "read", "title", "figure", "display"],
      radius: ["bar", "chip", "control", "panel"],
      shadow: ["pop", "dialog"],
    },
  },
});

/** Joins class names; of two that set the same property the later one counts. */
export function classNames(...values: ClassValue[]): string {
  return merge(clsx(values));
}
