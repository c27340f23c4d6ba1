import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { consentMessages } from "@/app/(auth)/oauth/consent-messages";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { callApp } from "@/lib/api/client/app-client";
import type { FoundDevice } from "./found-device";

type CodeFormProps = { givenCode: string; onFound: (device: FoundDevice) => void };

const MEMBERS = ["userCode"] as const;

/** The first step: the code, typed or from the address, where the user compares it. */
export function CodeForm({ givenCode, onFound }: CodeFormProps) {
  const find = useMutation({
    mutationFn: (userCode: string) => callApp("oauthClients.findDevice", { userCode }),
    onSuccess: onFound,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    find.mutate(String(new FormData(event.currentTarget).get("code")));
  };
  return (
    <form method="post" className="m-auto grid w-80 gap-3.5 py-6 max-md:w-full" onSubmit={submit}>
      <div>
        <h1 className="text-display font-medium tracking-[-0.025em]">Connect a program</h1>
        <p className="mt-1 text-ink-2">
          {givenCode === ""
            ? "Enter the code that the program shows, such as heddle login."
            : "Compare the code with the one that your program shows. Continue only if both are the same."}
        </p>
      </div>
      {consentMessages(find.error, MEMBERS).map((message) => (
        <Callout key={message} tone="err">
          {message}
        </Callout>
      ))}
      <Field label="Code">
        {(ids) => (
          <Input
            {...ids}
            name="code"
            size="large"
            isMono
            defaultValue={givenCode}
            placeholder="BCDF-GHJK"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={64}
            required
            autoFocus
          />
        )}
      </Field>
      <Button type="submit" kind="primary" className="h-[34px] max-md:h-9" isBusy={find.isPending}>
        Continue
      </Button>
    </form>
  );
}
