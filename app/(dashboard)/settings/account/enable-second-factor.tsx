"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { z } from "zod";
import { FormDialog } from "@/components/dialog/form-dialog";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { useValidatedForm } from "@/components/form/use-validated-form";
import { CopyButton } from "@/components/ui/copy-button";
import { appQueryKey, callApp } from "@/lib/api/client/app-client";
import type { AppResultOf } from "@/lib/api/contract/app/app-operations";
import { firstCode } from "@/lib/api/contract/app/second-factors";
import { PasswordField } from "./password-field";
import { groupedSecret } from "./prepare-second-factor";
import { RecoveryCodes } from "./recovery-codes";
import { usePasswordConfirmation } from "./use-password-confirmation";

type NewSecondFactor = AppResultOf<"secondFactor.begin">;

const TITLE = "Turn on two-factor authentication";

/** Three steps: the password, the first code of the app, and the recovery codes. */
export function EnableSecondFactor({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<NewSecondFactor | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={onClose} />;
  if (created !== null) return <EnterFirstCode created={created} onEnabled={setCodes} onClose={onClose} />;
  return <ConfirmPassword onCreated={setCreated} onClose={onClose} />;
}

type ConfirmPasswordProps = { onCreated: (created: NewSecondFactor) => void; onClose: () => void };

function ConfirmPassword({ onCreated, onClose }: ConfirmPasswordProps) {
  const { password, setPassword, change, error, messages } = usePasswordConfirmation(
    (input) => callApp("secondFactor.begin", input),
    onCreated,
  );
  return (
    <FormDialog
      title={TITLE}
      description="Sign-in then also asks for a code from an authenticator app on your phone."
      action="Continue"
      isReady={password !== ""}
      change={change}
      messages={messages}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <PasswordField value={password} error={error} onChange={setPassword} />
    </FormDialog>
  );
}

type EnterFirstCodeProps = {
  created: NewSecondFactor;
  onEnabled: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
};

function EnterFirstCode({ created, onEnabled, onClose }: EnterFirstCodeProps) {
  const queryClient = useQueryClient();
  const { form, errors, others, submit } = useValidatedForm({
    schema: firstCode,
    defaultValues: { code: "" },
    fields: ["code"],
  });
  const enable = useMutation({
    mutationFn: (input: z.output<typeof firstCode>) => callApp("secondFactor.enable", input),
    onSuccess: async ({ recoveryCodes }) => {
      onEnabled(recoveryCodes);
      await queryClient.invalidateQueries({ queryKey: appQueryKey("secondFactor.read") });
    },
    gcTime: 0,
  });
  return (
    <FormDialog
      title={TITLE}
      description="Scan this with the authenticator app, or type the key into it. Then enter the code that it shows."
      action="Turn on"
      change={enable}
      messages={others}
      onSubmit={submit(enable.mutate)}
      onClose={onClose}
    >
      <NewSecret created={created} />
      <Field label="Code" hint="six digits" error={errors.code}>
        {(ids) => (
          <Input
            {...ids}
            {...form.register("code")}
            isMono
            isInvalid={errors.code !== undefined}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            required
            autoFocus
          />
        )}
      </Field>
    </FormDialog>
  );
}

/** The secret as a QR code and as text. Readers need dark modules on a light ground, in both themes. */
function NewSecret({ created: { secret, qrCode } }: { created: NewSecondFactor }) {
  return (
    <div className="grid justify-items-center gap-2">
      <svg
        role="img"
        aria-label="QR code of the key"
        viewBox={`0 0 ${qrCode.size} ${qrCode.size}`}
        shapeRendering="crispEdges"
        className="size-[200px] rounded-control"
      >
        <rect width={qrCode.size} height={qrCode.size} fill="white" />
        <path d={qrCode.path} fill="black" />
      </svg>
      <div className="flex w-full items-center gap-1 rounded-control border border-line-strong bg-sunken py-1.5 pr-1 pl-2">
        <code data-shown-once="two-factor key" className="min-w-0 grow text-code [overflow-wrap:anywhere] select-all">
          {groupedSecret(secret)}
        </code>
        <CopyButton text={secret} label="Copy key" copiedMessage="Key copied" />
      </div>
    </div>
  );
}
