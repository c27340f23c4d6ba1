"use client";

import { KeyRound } from "lucide-react";
import { signIn } from "next-auth/react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { safeCallbackPath } from "./safe-callback-path";
import { signInFailure } from "./sign-in-failure";

export interface SignInProvider {
  readonly name: string;
  /** The dashboard's public URL: the provider redirects only to it. */
  readonly home: string;
}

type ProviderButtonProps = { provider: SignInProvider; callbackUrl: string; onFailure: (text: string) => void };

/** The button that signs in with the provider. */
export function ProviderButton({ provider, callbackUrl, onFailure }: ProviderButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const leave = async () => {
    setIsBusy(true);
    const path = safeCallbackPath(callbackUrl, window.location.origin);
    if (window.location.origin !== provider.home) {
      // The cookies of the provider's callback would belong to another host.
      window.location.assign(`${provider.home}/sign-in?callbackUrl=${encodeURIComponent(path)}`);
      return;
    }
    await signIn("oidc", { callbackUrl: path }).catch(() => {
      onFailure(signInFailure(null, null));
      setIsBusy(false);
    });
  };
  return (
    <Button
      className="h-[34px] max-md:h-9"
      isBusy={isBusy}
      icon={<KeyRound size={14} strokeWidth={1.7} aria-hidden="true" />}
      onClick={() => void leave()}
    >
      Continue with {provider.name}
    </Button>
  );
}
