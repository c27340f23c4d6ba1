"use client";

import { KeyRound } from "lucide-react";
import { signIn } from "next-auth/react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { safeCallbackPath } from "./safe-callback-path";
import { signInFailure } from "./sign-in-failure";

export interface SignInProvider {
  readonly name: string;
  /** The dashboard's public address: the provider sends people back there and nowhere else. */
  readonly home: string;
}

type ProviderButtonProps = { provider: SignInProvider; callbackUrl: string; onFailure: (text: string) => void };

/** The way in through the provider, under the form. */
export function ProviderButton({ provider, callbackUrl, onFailure }: ProviderButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const leave = async () => {
    setIsBusy(true);
    const path = safeCallbackPath(callbackUrl, window.location.origin);
    if (window.location.origin !== provider.home) {
      // The cookies that wait for the provider's answer would be those of another host.
      window.location.assign(`${provider.home}/sign-in?callbackUrl=${encodeURIComponent(path)}`);
      return;
    }
    await signIn("oidc", { callbackUrl: path }).catch(() => {
      onFailure(signInFailure(null, null));
      setIsBusy(false);
    });
  };
  return (
    <>
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-2.5 text-small text-ink-3" aria-hidden="true">
        <i className="h-px bg-line" />
        or
        <i className="h-px bg-line" />
      </div>
      <Button
        className="h-[34px] max-md:h-9"
        isBusy={isBusy}
        icon={<KeyRound size={14} strokeWidth={1.7} aria-hidden="true" />}
        onClick={() => void leave()}
      >
        Continue with {provider.name}
      </Button>
    </>
  );
}
