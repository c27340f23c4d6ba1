"use client";

import { FormDialog } from "@/components/dialog/form-dialog";
import { Field } from "@/components/form/field";
import { PasswordInput } from "@/components/form/password-input";
import { useValidatedForm } from "@/components/form/use-validated-form";
import { useChange } from "@/components/settings/use-change";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, passwordChange } from "@/lib/api/contract/app/people";
import { changedPasswordText } from "./prepare-sessions";

/** Replaces the current user's password, which is asked for first. */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const { form, errors, others, submit } = useValidatedForm({
    schema: passwordChange,
    defaultValues: { password: "", newPassword: "" },
    fields: ["password", "newPassword"],
  });
  const change = useChange({
    operation: "password.change",
    doneMessage: ({ endedCount }) => ({ text: changedPasswordText(endedCount) }),
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Change your password"
      description="Your other sessions end. This browser stays signed in."
      action="Change password"
      change={change}
      messages={others}
      onSubmit={submit(change.mutate)}
      onClose={onClose}
    >
      <Field label="Current password" error={errors.password}>
        {(ids) => (
          <PasswordInput
            {...ids}
            {...form.register("password")}
            isInvalid={errors.password !== undefined}
            autoComplete="current-password"
            required
            autoFocus
          />
        )}
      </Field>
      <Field label="New password" hint={`At least ${MIN_PASSWORD_LENGTH} characters`} error={errors.newPassword}>
        {(ids) => (
          <PasswordInput
            {...ids}
            {...form.register("newPassword")}
            isInvalid={errors.newPassword !== undefined}
            autoComplete="new-password"
            maxLength={MAX_PASSWORD_LENGTH}
            required
          />
        )}
      </Field>
    </FormDialog>
  );
}
