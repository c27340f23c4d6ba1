import type { ReactNode } from "react";
import { Logo } from "@/components/glyph/logo";
import { SignInPattern } from "./sign-in-pattern";

/** A form on the left, the woven pattern on the right. */
export function AuthPage({ children }: { children: ReactNode }) {
  return (
    <div className="grid h-dvh grid-cols-[minmax(440px,5fr)_7fr] max-md:grid-cols-1">
      <main className="flex min-h-0 flex-col overflow-auto bg-bg px-10 pt-7 pb-6 max-md:px-5 max-md:py-6">
        <div className="flex items-center gap-2">
          <Logo size={22} />
          <b className="text-[15px] font-semibold tracking-[-0.01em]">Heddle</b>
        </div>
        {children}
        <p className="text-micro text-ink-3">Heddle 0.1</p>
      </main>
      <SignInPattern />
    </div>
  );
}
