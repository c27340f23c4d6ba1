"use client";

import { type FormEvent, useState } from "react";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";

type CodeStepProps = {
  email: string;
  failure: string | null;
  isBusy: boolean;
  onSubmit: (code: string) => void;
  onBack: () => void;
};

/** The second step of signing in: a code of the authenticator app, or a recovery code. */
export function CodeStep({ email, failure, isBusy, onSubmit, onBack }: CodeStepProps) {
  const [isRecovery, setIsRecovery] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(String(new FormData(event.currentTarget).get("code")));
  };
  return (
    <form method="post" className="m-auto grid w-80 gap-3.5 max-md:w-full" onSubmit={submit}>
      <div>
        <h1 className="text-display font-medium tracking-[-0.025em]">Enter your code</h1>
        <p className="mt-1 [overflow-wrap:anywhere] text-ink-2">
          {isRecovery
            ? `One of the recovery codes of ${email}. Each is used once.`
            : `The six digits that your authenticator app shows for ${email}.`}
        </p>
      </div>
      {failure === null ? null : <Callout tone="err">{failure}</Callout>}
      <Field label={isRecovery ? "Recovery code" : "Code"}>
        {(ids) => (
          <Input
            {...ids}
            // Another field: it is empty, and the focus moves to it.
            key={isRecovery ? "recovery" : "app"}
            name="code"
            size="large"
            isMono
            inputMode={isRecovery ? "text" : "numeric"}
            autoComplete={isRecovery ? "off" : "one-time-code"}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            required
            autoFocus
          />
        )}
      </Field>
      <Button type="submit" kind="primary" className="h-[34px] max-md:h-9" isBusy={isBusy}>
        Sign in
      </Button>
      <div className="flex justify-between gap-2">
        <Button kind="ghost" size="small" onClick={onBack}>
          Back
        </Button>
        <Button kind="ghost" size="small" onClick={() => setIsRecovery(!isRecovery)}>
          {isRecovery ? "Use the app" : "Use a recovery code"}
        </Button>
      </div>
    </form>
  );
}
