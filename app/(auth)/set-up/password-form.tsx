"use client";

import { useMutation } from "@tanstack/react-query";
import { signIn } from "next-auth/react";
import type { z } from "zod";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { PasswordInput } from "@/components/form/password-input";
import { useValidatedForm } from "@/components/form/use-validated-form";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { callApp } from "@/lib/api/client/app-client";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, passwordComplete } from "@/lib/api/contract/app/people";

const newPassword = passwordComplete.omit({ token: true });

/** Sets a new password for the account of the link and signs in with it. */
export function PasswordForm({ token, email }: { token: string; email: string }) {
  const { form, errors, others, submit } = useValidatedForm({
    schema: newPassword,
    defaultValues: { password: "" },
    fields: ["password"],
  });
  const complete = useMutation({
    mutationFn: async ({ password }: z.output<typeof newPassword>) => {
      await callApp("setup.password", { token, password });
      const answer = await signIn("credentials", { redirect: false, email, password });
      window.location.assign(answer?.ok && !answer.error ? "/" : "/sign-in");
    },
  });
  return (
    <form className="grid gap-3.5" onSubmit={submit(complete.mutate)}>
      <div>
        <h1 className="text-display font-medium tracking-[-0.025em]">New password</h1>
        <p className="mt-1 text-ink-2">This signs you out on other devices.</p>
      </div>
      {others.map((message) => (
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
            {...form.register("password")}
            size="large"
            autoComplete="new-password"
            minLength={MIN_PASSWORD_LENGTH}
            maxLength={MAX_PASSWORD_LENGTH}
            required
            autoFocus
            isInvalid={errors.password !== undefined}
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
