"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { Input } from "./input";

/** A password input with a button that shows its text. */
export function PasswordInput(props: Omit<ComponentProps<typeof Input>, "type" | "trailing">) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Input
      {...props}
      type={isShown ? "text" : "password"}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <button
          type="button"
          aria-label={isShown ? "Hide password" : "Show password"}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
          className="-mr-1 grid size-6 flex-none place-items-center rounded-chip text-ink-2 hover:bg-hover hover:text-ink"
        >
          <Icon size={15} strokeWidth={1.7} aria-hidden="true" />
        </button>
      }
    />
  );
}
