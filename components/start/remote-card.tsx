"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plug, Server } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { DialogFailure } from "@/components/dialog/dialog-failure";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { appQueryKey, callApp } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { fieldErrors, otherErrors } from "@/lib/failure/field-errors";
import { type RemoteDraft, remoteRequest } from "@/lib/start/remote-connection";
import { StartOption, StartOptionText } from "./start-option";

const FIELDS = ["name", "baseUrl", "basic.username", "basic.password"] as const;

/** A form for a remote service: stores and tests it in one step; the result is listed under connections. */
export function RemoteCard({ isAdmin }: { isAdmin: boolean }) {
  return (
    <StartOption icon={Server} title="Connect a remote service">
      <StartOptionText>
        Heddle tests the service’s 13 operations without writing. Credentials stay on the server and never reach the
        browser.
      </StartOptionText>
      {isAdmin ? <RemoteForm /> : <p className="text-small text-ink-3">An admin can add one.</p>}
    </StartOption>
  );
}

function RemoteForm() {
  const [draft, setDraft] = useState<RemoteDraft>({ baseUrl: "", username: "api", password: "" });
  const router = useRouter();
  const queryClient = useQueryClient();
  const connecting = useMutation({
    mutationFn: async () => {
      const { connection } = await callApp("connections.create", remoteRequest(draft));
      // A failed test does not discard the connection: its page shows the result.
      await callApp("connections.test", { id: connection.id, mayCreateCompletion: false }).catch(() => null);
      return connection.id;
    },
    onSuccess: async (id) => {
      await queryClient.invalidateQueries({ queryKey: appQueryKey("connections.list") });
      router.push(`/settings/connections?connection=${encodeURIComponent(id)}`);
    },
  });
  const failure = connecting.isError ? failureOf(connecting.error) : null;
  const errors = fieldErrors(failure, FIELDS);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    connecting.mutate();
  };
  const bind = (member: keyof RemoteDraft) => ({
    value: draft[member],
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [member]: event.target.value }),
  });
  const messages = [...otherErrors(failure, FIELDS), ...(errors.name ? [errors.name] : [])];
  return (
    <form aria-label="Remote service" autoComplete="off" onSubmit={submit} className="mt-1 grid gap-2">
      <Field label="Base URL" error={errors.baseUrl}>
        {(ids) => (
          <Input
            {...ids}
            {...bind("baseUrl")}
            isMono
            required
            isInvalid={errors.baseUrl !== undefined}
            placeholder="https://traces.example.com"
            spellCheck={false}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-2">
        <Field label="Username" error={errors["basic.username"]}>
          {(ids) => <Input {...ids} {...bind("username")} spellCheck={false} />}
        </Field>
        <Field label="Password or key" error={errors["basic.password"]}>
          {(ids) => <Input {...ids} {...bind("password")} type="password" autoComplete="new-password" />}
        </Field>
      </div>
      <DialogFailure failure={failure} messages={messages} />
      <div className="mt-1 flex items-center gap-2">
        <Button
          type="submit"
          isBusy={connecting.isPending || connecting.isSuccess}
          disabled={draft.baseUrl.trim() === ""}
          icon={<Plug size={14} strokeWidth={1.7} aria-hidden="true" />}
        >
          Test and connect
        </Button>
        <span className="text-small text-ink-3">read-only check</span>
      </div>
    </form>
  );
}
