"use client";

import { signIn } from "next-auth/react";
import { useState } from "react";
import { AuthPage } from "@/app/(auth)/auth-page";
import { CodeStep } from "./code-step";
import { type EnteredPassword, PasswordStep } from "./password-step";
import type { SignInProvider } from "./provider-button";
import { safeCallbackPath } from "./safe-callback-path";
import { providerFailure, signInFailure } from "./sign-in-failure";

type SignInViewProps = {
  callbackUrl: string;
  /** Why an earlier sign-in through the provider failed. */
  error: string | undefined;
  /** False before the first account is created, which the set-up link does. */
  hasAccounts: boolean;
  /** False where only the provider signs in. */
  hasPasswords?: boolean;
  /** Null where only passwords are used. */
  provider: SignInProvider | null;
};

/** The only page without a session, besides the set-up link. Accounts with a second factor take two steps. */
export function SignInView({ callbackUrl, error, hasAccounts, hasPasswords = true, provider }: SignInViewProps) {
  const [failure, setFailure] = useState<string | null>(() =>
    provider ? (providerFailure(error, provider.name) ?? null) : null,
  );
  const [isBusy, setIsBusy] = useState(false);
  /** The right password of an account whose code is missing; it is sent again with the code. */
  const [accepted, setAccepted] = useState<EnteredPassword | null>(null);
  const send = async (entered: EnteredPassword, code?: string) => {
    setIsBusy(true);
    setFailure(null);
    const answer = await signIn("credentials", {
      redirect: false,
      // If omitted, it would be this URL, and next-auth would take an error in it for its own response.
      callbackUrl: "/",
      ...entered,
      ...(code === undefined ? {} : { code }),
    }).catch(() => undefined);
    if (answer?.ok && !answer.error) {
      window.location.assign(safeCallbackPath(callbackUrl, window.location.origin));
      return;
    }
    if (answer?.error === "code-required") setAccepted(entered);
    else {
      // The password was changed since the first step.
      if (answer?.error === "CredentialsSignin") setAccepted(null);
      setFailure(signInFailure(answer?.error ?? null, answer?.status ?? null));
    }
    setIsBusy(false);
  };
  const goBack = () => {
    setAccepted(null);
    setFailure(null);
  };
  return (
    <AuthPage>
      {accepted === null ? (
        <PasswordStep
          callbackUrl={callbackUrl}
          hasAccounts={hasAccounts}
          hasPasswords={hasPasswords}
          provider={provider}
          failure={failure}
          isBusy={isBusy}
          onFailure={setFailure}
          onSubmit={(entered) => void send(entered)}
        />
      ) : (
        <CodeStep
          email={accepted.email}
          failure={failure}
          isBusy={isBusy}
          onSubmit={(code) => void send(accepted, code)}
          onBack={goBack}
        />
      )}
    </AuthPage>
  );
}
