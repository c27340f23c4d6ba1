"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { FormDialog } from "@/components/dialog/form-dialog";
import { ViewDialog } from "@/components/dialog/view-dialog";
import { Field } from "@/components/form/field";
import { Select } from "@/components/form/select";
import { OneTimeSecret } from "@/components/settings/one-time-secret";
import { appQueryKey, callApp } from "@/lib/api/client/app-client";
import type { AppResultOf } from "@/lib/api/contract/app/app-operations";
import { type Role, roles } from "@/lib/api/contract/operation/app-operation";
import { type Member, ROLE_LABELS } from "./prepare-members";

type CreatedLinkView = AppResultOf<"invitations.create">;

/** Creates a link after confirmation and shows it once. */
function LinkDialog(props: {
  title: string;
  description: ReactNode;
  /** Text next to the link: who receives it. */
  use: string;
  make: () => Promise<CreatedLinkView>;
  onClose: () => void;
  children?: ReactNode;
}) {
  const queryClient = useQueryClient();
  const link = useMutation({
    mutationFn: props.make,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: appQueryKey("invitations.list") }),
    // The response contains the link: it is not cached after this dialog closes.
    gcTime: 0,
  });
  if (link.data) {
    return (
      <ViewDialog title={props.title} description={props.use} closeLabel="Done" onClose={props.onClose}>
        <OneTimeSecret what="link" text={link.data.url} />
      </ViewDialog>
    );
  }
  return (
    <FormDialog
      title={props.title}
      description={props.description}
      action="Create link"
      change={link}
      onSubmit={() => link.mutate()}
      onClose={props.onClose}
    >
      {props.children}
    </FormDialog>
  );
}

export function InviteMember({ onClose }: { onClose: () => void }) {
  const [role, setRole] = useState<Role>("member");
  return (
    <LinkDialog
      title="Invite member"
      description="Creates a single-use sign-up link, valid for 7 days."
      use={`Send it to the person you invite as ${role === "admin" ? "an" : "a"} ${role}. Single use, valid for 7 days.`}
      make={() => callApp("invitations.create", { role })}
      onClose={onClose}
    >
      <Field label="Role" hint={ROLE_LABELS[role]}>
        {({ id }) => (
          <Select
            id={id}
            label="Role"
            value={role}
            options={roles.map((value) => ({ value, label: value }))}
            onChange={setRole}
          />
        )}
      </Field>
    </LinkDialog>
  );
}

export function PasswordLink({ member, onClose }: { member: Member; onClose: () => void }) {
  return (
    <LinkDialog
      title={`New password for ${member.name}`}
      description="Creates a single-use link that sets a new password, valid for 24 hours. Earlier password links stop working."
      use={`Send it to ${member.name}. Single use, valid for 24 hours; using it signs out their other sessions.`}
      make={() => callApp("users.passwordLink", { id: member.id })}
      onClose={onClose}
    />
  );
}
