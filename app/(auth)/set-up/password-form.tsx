"use client";

import { useMutation } from "@tanstack/react-query";
import { signIn } from "next-auth/react";
import { type FormEvent, useState } from "react";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { PasswordInput } from "@/components/form/password-input";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { callApp } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "@/lib/api/contract/app/people";
import { fieldErrors, otherErrors } from "@/lib/failure/field-errors";

const FIELDS = ["password"] as const;

/** Sets a new password for the account of the link and signs in with it. */
export function PasswordForm({ token, email }: { token: string; email: string }) {
  const [password, setPassword] = useState("");
  const complete = useMutation({
    mutationFn: async () => {
      await callApp("setup.password", { token, password });
      const answer = await signIn("credentials", { redirect: false, email, password });
      window.location.assign(answer?.ok && !answer.error ? "/" : "/sign-in");
    },
  });
  const failure = complete.isError ? failureOf(complete.error) : null;
  const errors = fieldErrors(failure, FIELDS);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    complete.mutate();
  };
  return (
    <form className="grid gap-3.5" onSubmit={submit}>
      <div>
        <h1 className="text-display font-medium tracking-[-0.025em]">New password</h1>
        <p className="mt-1 text-ink-2">This signs you out on other devices.</p>
      </div>
      {otherErrors(failure, FIELDS).map((message) => (
        <Callout key={message} tone="err">
          {message}
        </Callout>
      ))}
      <Field label="Email">
        {(ids) => <Input {...ids} size="large" type="email" autoComplete="username" readOnly value={email} />}
      </Field>
      <Field label="Password" hint={`At least ${MIN_PASSWORD_LENGTH} characters`} error={errors.password}>
        {(ids) => (
          <PasswordInput
            {...ids}
            size="large"
            autoComplete="new-password"
            minLength={MIN_PASSWORD_LENGTH}
            maxLength={MAX_PASSWORD_LENGTH}
            required
            autoFocus
            value={password}
            isInvalid={errors.password !== undefined}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        kind="primary"
        className="h-[34px] max-md:h-9"
        isBusy={complete.isPending || complete.isSuccess}
      >
        Set password
      </Button>
    </form>
  );
}
