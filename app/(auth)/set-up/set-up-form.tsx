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
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, setupComplete, type setupLink } from "@/lib/api/contract/app/people";

type SetUpFormProps = { token: string; link: z.infer<typeof setupLink> };

const FIELDS = ["name", "email", "password"] as const;

const newAccount = setupComplete.omit({ token: true });

export function SetUpForm({ token, link }: SetUpFormProps) {
  const { form, errors, others, submit } = useValidatedForm({
    schema: newAccount,
    defaultValues: { name: "", email: "", password: "" },
    fields: FIELDS,
  });
  const complete = useMutation({
    mutationFn: async (account: z.output<typeof newAccount>) => {
      const { email } = await callApp("setup.complete", { token, ...account });
      const answer = await signIn("credentials", { redirect: false, email, password: account.password });
      window.location.assign(answer?.ok && !answer.error ? "/" : "/sign-in");
    },
  });
  const bind = (name: (typeof FIELDS)[number]) => ({
    ...form.register(name),
    isInvalid: errors[name] !== undefined,
  });
  return (
    <form className="grid gap-3.5" onSubmit={submit(complete.mutate)}>
      <div>
        <h1 className="text-display font-medium tracking-[-0.025em]">
          {link.kind === "set-up" ? "Set up Heddle" : "Join Heddle"}
        </h1>
        <p className="mt-1 text-ink-2">
          {link.kind === "set-up"
            ? "Create the first account. It will be an admin."
            : `Your account will be a ${link.role}.`}
        </p>
      </div>
      {others.map((message) => (
        <Callout key={message} tone="err">
          {message}
        </Callout>
      ))}
      <Field label="Name" error={errors.name}>
        {(ids) => <Input {...ids} {...bind("name")} size="large" autoComplete="name" required autoFocus />}
      </Field>
      <Field label="Email" error={errors.email}>
        {(ids) => <Input {...ids} {...bind("email")} size="large" type="email" autoComplete="username" required />}
      </Field>
      <Field label="Password" hint={`At least ${MIN_PASSWORD_LENGTH} characters`} error={errors.password}>
        {(ids) => (
          <PasswordInput
            {...ids}
            {...bind("password")}
            size="large"
            autoComplete="new-password"
            minLength={MIN_PASSWORD_LENGTH}
            maxLength={MAX_PASSWORD_LENGTH}
            required
          />
        )}
      </Field>
      <Button
        type="submit"
        kind="primary"
        className="h-[34px] max-md:h-9"
        isBusy={complete.isPending || complete.isSuccess}
      >
        Create account
      </Button>
    </form>
  );
}
