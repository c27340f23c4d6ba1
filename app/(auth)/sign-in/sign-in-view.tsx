"use client";

import { signIn } from "next-auth/react";
import { type FormEvent, useState } from "react";
import { AuthPage } from "@/app/(auth)/auth-page";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { PasswordInput } from "@/components/form/password-input";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { ProviderButton, type SignInProvider } from "./provider-button";
import { safeCallbackPath } from "./safe-callback-path";
import { providerFailure, signInFailure } from "./sign-in-failure";

type SignInViewProps = {
  callbackUrl: string;
  /** Why an earlier sign-in through the provider failed. */
  error: string | undefined;
  /** False before the first account is created, which the set-up link does. */
  hasAccounts: boolean;
  /** Null where only passwords are used. */
  provider: SignInProvider | null;
};

/** The only page without a session, besides the set-up link. */
export function SignInView({ callbackUrl, error, hasAccounts, provider }: SignInViewProps) {
  const [failure, setFailure] = useState<string | null>(() =>
    provider ? (providerFailure(error, provider.name) ?? null) : null,
  );
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setIsBusy(true);
    setFailure(null);
    const answer = await signIn("credentials", {
      redirect: false,
      // If omitted, it would be this URL, and next-auth would take an error in it for its own response.
      callbackUrl: "/",
      email: String(form.get("email")),
      password: String(form.get("password")),
    }).catch(() => undefined);
    if (answer?.ok && !answer.error) {
      window.location.assign(safeCallbackPath(callbackUrl, window.location.origin));
      return;
    }
    setFailure(signInFailure(answer?.error ?? null, answer?.status ?? null));
    setIsBusy(false);
  };
  return (
    <AuthPage>
      <form className="m-auto grid w-80 gap-3.5 max-md:w-full" onSubmit={(event) => void submit(event)}>
        <div>
          <h1 className="text-display font-medium tracking-[-0.025em]">Sign in</h1>
          <p className="mt-1 text-ink-2">Traces, spend and training jobs in one place.</p>
        </div>
        {hasAccounts ? null : (
          <Callout tone="run">
            Heddle has no accounts yet. Open the set-up link that it printed when it started, in its terminal or log.
            Each start prints a new link.
          </Callout>
        )}
        {failure === null ? null : <Callout tone="err">{failure}</Callout>}
        <Field label="Email">
          {(ids) => (
            <Input {...ids} name="email" type="email" size="large" autoComplete="username" required autoFocus />
          )}
        </Field>
        <Field label="Password">
          {(ids) => <PasswordInput {...ids} name="password" size="large" autoComplete="current-password" required />}
        </Field>
        <Button type="submit" kind="primary" className="h-[34px] max-md:h-9" isBusy={isBusy}>
          Sign in
        </Button>
        {provider ? <ProviderButton provider={provider} callbackUrl={callbackUrl} onFailure={setFailure} /> : null}
        <p className="text-center text-small text-ink-3">Service credentials are never sent to the browser.</p>
      </form>
    </AuthPage>
  );
}
