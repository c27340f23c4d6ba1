"use client";

import { useMutation } from "@tanstack/react-query";
import { signIn } from "next-auth/react";
import { type FormEvent, useState } from "react";
import type { z } from "zod";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { PasswordInput } from "@/components/form/password-input";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { callApp } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, type setupLink } from "@/lib/api/contract/app/people";
import { fieldErrors, otherErrors } from "@/lib/failure/field-errors";

type SetUpFormProps = { token: string; link: z.infer<typeof setupLink> };

const FIELDS = ["name", "email", "password"] as const;

export function SetUpForm({ token, link }: SetUpFormProps) {
  const [values, setValues] = useState({ name: "", email: "", password: "" });
  const complete = useMutation({
    mutationFn: async () => {
      const { email } = await callApp("setup.complete", { token, ...values });
      const answer = await signIn("credentials", { redirect: false, email, password: values.password });
      window.location.assign(answer?.ok && !answer.error ? "/" : "/sign-in");
    },
  });
  const failure = complete.isError ? failureOf(complete.error) : null;
  const errors = fieldErrors(failure, FIELDS);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    complete.mutate();
  };
  const bind = (name: (typeof FIELDS)[number]) => ({
    value: values[name],
    isInvalid: errors[name] !== undefined,
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  });
  return (
    <form className="grid gap-3.5" onSubmit={submit}>
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
      {otherErrors(failure, FIELDS).map((message) => (
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
