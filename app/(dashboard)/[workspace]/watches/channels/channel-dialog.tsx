"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "@/components/dialog/form-dialog";
import { CheckLine } from "@/components/form/check-line";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Segmented } from "@/components/form/segmented";
import { Button } from "@/components/ui/button";
import { channelsQuery } from "@/components/watches/watches-query";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { WatchChannel } from "@/lib/api/contract/watches/watch-channels";
import type { Workspace } from "@/lib/workspace/workspace";
import { newSecret } from "./new-secret";

const KINDS = [
  { value: "webhook", label: "Webhook" },
  { value: "slack", label: "Slack" },
  { value: "teams", label: "Teams" },
  { value: "email", label: "Email" },
] as const;

const NEW_CHANNEL = {
  name: "",
  kind: "webhook" as WatchChannel["kind"],
  sends_resolved: true,
  sends_no_data: true,
  is_on: true,
};

const HINTS: Readonly<Record<WatchChannel["kind"], string>> = {
  webhook: "POST, JSON, 10 s timeout",
  slack: "Address of an incoming webhook of Slack, or of a program that accepts the same text",
  teams: "Address of a workflow of Teams that posts cards when a webhook request comes",
  email: "Addresses, separated by commas",
};

const NO_MAIL = "The service has no mail server. The guide to watches names the variables that set one";

type ChannelDialogProps = { workspace: Workspace; channel: WatchChannel | null; onClose: () => void };

/** Creates a channel, or changes one. What is stored secretly stays unless it is entered again. */
export function ChannelDialog({ workspace, channel, onClose }: ChannelDialogProps) {
  const queries = useQueryClient();
  const { connectionId, projectId } = workspace;
  const [draft, setDraft] = useState(() => {
    const { name, kind, sends_resolved, sends_no_data, is_on } = channel ?? NEW_CHANNEL;
    return { name, kind, sends_resolved, sends_no_data, is_on };
  });
  const [url, setUrl] = useState("");
  const [secret, setSecret] = useState("");
  const channels = useQuery(channelsQuery(workspace));
  const isEmail = draft.kind === "email";
  // A stored address belongs to the kind that it was entered for.
  const isStored = channel !== null && (channel.kind === "email") === isEmail;
  const set = (members: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...members }));
  const change = useMutation({
    mutationFn: () => {
      const recipients = url.split(/[\s,;]+/).filter(Boolean);
      const address = isEmail ? { recipients: recipients.length > 0 ? recipients : null } : { url: url.trim() || null };
      const secrets = { ...address, secret: isEmail ? null : secret.trim() || null };
      const body = { project_id: projectId, channel_id: channel?.id ?? null, ...draft, ...secrets };
      return callOperation(connectionId, "watchChannels.save", { body });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: channelsQuery(workspace).queryKey });
      onClose();
    },
  });
  const detail = change.error ? (failureOf(change.error).detail ?? []) : [];
  const errorAt = (member: string) => detail.find(({ loc }) => loc.at(-1) === member)?.msg;
  const recipientError = detail.find(({ loc }) => loc.includes("recipients"))?.msg;
  return (
    <FormDialog
      title={channel === null ? "New channel" : `Channel ${channel.name}`}
      description="Messages of watches and of subscriptions are sent to this address."
      action="Save"
      change={change}
      isReady={draft.name.trim() !== "" && (isStored || url.trim() !== "")}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <Segmented label="Kind" value={draft.kind} segments={KINDS} onChange={(kind) => set({ kind })} />
      <Field label="Name" error={errorAt("name")}>
        {(ids) => <Input {...ids} value={draft.name} onChange={(event) => set({ name: event.target.value })} />}
      </Field>
      <Field
        label={isEmail ? "Recipients" : "URL"}
        error={isEmail ? recipientError : errorAt("url")}
        hint={isEmail && channels.data?.has_mail !== true ? NO_MAIL : HINTS[draft.kind]}
      >
        {(ids) => (
          <Input
            {...ids}
            isMono
            type={isEmail ? "text" : "url"}
            autoComplete="off"
            placeholder={
              isStored
                ? `stored, at ${channel.origin.replace(/^mailto:/, "")}`
                : isEmail
                  ? "ines@example.org"
                  : "https://"
            }
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        )}
      </Field>
      {draft.kind === "webhook" ? (
        <Field
          label="Signing secret"
          error={errorAt("secret")}
          hint="Copy it now: it is not shown again. Signed as Standard Webhooks, in webhook-signature."
        >
          {(ids) => (
            <span className="flex gap-2">
              <Input
                {...ids}
                isMono
                autoComplete="off"
                placeholder={channel?.has_secret ? "stored" : "none"}
                className="flex-1"
                value={secret}
                onChange={(event) => setSecret(event.target.value)}
              />
              <Button onClick={() => setSecret(newSecret())}>Generate</Button>
            </span>
          )}
        </Field>
      ) : null}
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        <CheckLine label="Resolved" isOn={draft.sends_resolved} onChange={(isOn) => set({ sends_resolved: isOn })} />
        <CheckLine label="No data" isOn={draft.sends_no_data} onChange={(isOn) => set({ sends_no_data: isOn })} />
        <CheckLine label="On" isOn={draft.is_on} onChange={(isOn) => set({ is_on: isOn })} />
      </div>
    </FormDialog>
  );
}
