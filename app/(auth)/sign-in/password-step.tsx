"use client";

import type { FormEvent } from "react";
import { useIsHydrated } from "@/components/browser/use-is-hydrated";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { PasswordInput } from "@/components/form/password-input";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { classNames } from "@/lib/style/class-names";
import { ProviderButton, type SignInProvider } from "./provider-button";

export interface EnteredPassword {
  readonly email: string;
  readonly password: string;
}

type PasswordStepProps = {
  callbackUrl: string;
  hasAccounts: boolean;
  hasPasswords: boolean;
  provider: SignInProvider | null;
  failure: string | null;
  isBusy: boolean;
  onFailure: (text: string) => void;
  onSubmit: (entered: EnteredPassword) => void;
};

/** The first step of signing in: email and password, or the provider. */
export function PasswordStep(props: PasswordStepProps) {
  const { callbackUrl, hasAccounts, hasPasswords, provider, failure, isBusy, onFailure, onSubmit } = props;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    onSubmit({ email: String(form.get("email")), password: String(form.get("password")) });
  };
  return (
    <form method="post" className="m-auto grid w-80 gap-3.5 max-md:w-full" onSubmit={submit}>
      <div>
        <h1 className="text-display font-medium tracking-[-0.025em]">Sign in</h1>
        <p className="mt-1 text-ink-2">Traces, spend and training jobs in one place.</p>
      </div>
      {hasAccounts ? null : (
        <Callout tone="run">
          Heddle has no accounts yet. Open the set-up link that it printed when it started, in its terminal or log. Each
          start prints a new link.
        </Callout>
      )}
      {failure === null ? null : <Callout tone="err">{failure}</Callout>}
      {hasPasswords ? <PasswordFields isBusy={isBusy} /> : null}
      {provider && hasPasswords ? <Or /> : null}
      {provider ? <ProviderButton provider={provider} callbackUrl={callbackUrl} onFailure={onFailure} /> : null}
      <p className="text-center text-small text-ink-3">Service credentials are never sent to the browser.</p>
    </form>
  );
}

function PasswordFields({ isBusy }: { isBusy: boolean }) {
  const isHydrated = useIsHydrated();
  return (
    <>
      <Field label="Email">
        {(ids) => <Input {...ids} name="email" type="email" size="large" autoComplete="username" required autoFocus />}
      </Field>
      <Field label="Password">
        {(ids) => <PasswordInput {...ids} name="password" size="large" autoComplete="current-password" required />}
      </Field>
      {/* Until the code has loaded, a press of Enter would empty the form. That takes too little time to be shown. */}
      <Button
        type="submit"
        kind="primary"
        className={classNames(
          "h-[34px] max-md:h-9",
          !isHydrated && "disabled:border-accent disabled:bg-accent disabled:text-accent-on",
        )}
        isBusy={isBusy}
        disabled={!isHydrated}
      >
        Sign in
      </Button>
    </>
  );
}

function Or() {
  return (
    <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-2.5 text-small text-ink-3" aria-hidden="true">
      <i className="h-px bg-line" />
      or
      <i className="h-px bg-line" />
    </div>
  );
}
