"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Field } from "@/components/form/field";
import { Select } from "@/components/form/select";
import { FailureLines } from "@/components/settings/failure-lines";
import { OneTimeSecret } from "@/components/settings/one-time-secret";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { appQueryKey, callApp } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import type { AppResultOf } from "@/lib/api/contract/app/app-operations";
import { type Role, roles } from "@/lib/api/contract/operation/app-operation";
import { otherErrors } from "@/lib/failure/field-errors";
import { type Member, ROLE_LABELS } from "./prepare-members";

type CreatedLinkView = AppResultOf<"invitations.create">;

/** Asks, makes the link, shows it once. */
function LinkDialog(props: {
  title: string;
  description: ReactNode;
  /** Said beside the link: who gets it. */
  use: string;
  make: () => Promise<CreatedLinkView>;
  onClose: () => void;
  children?: ReactNode;
}) {
  const queryClient = useQueryClient();
  const link = useMutation({
    mutationFn: props.make,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: appQueryKey("invitations.list") }),
    // The answer holds the link: nothing keeps it longer than this dialog.
    gcTime: 0,
  });
  if (link.data) {
    return (
      <Dialog isOpen onOpenChange={props.onClose} title={props.title} description={props.use}>
        <OneTimeSecret what="link" text={link.data.url} />
        <div className="mt-3.5 flex justify-end">
          <DialogClose asChild>
            <Button kind="primary">Done</Button>
          </DialogClose>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog isOpen onOpenChange={props.onClose} title={props.title} description={props.description}>
      {props.children}
      <FailureLines messages={otherErrors(link.isError ? failureOf(link.error) : null, [])} />
      <div className="mt-3.5 flex justify-end gap-2">
        <DialogClose asChild>
          <Button kind="ghost">Cancel</Button>
        </DialogClose>
        <Button kind="primary" isBusy={link.isPending} onClick={() => link.mutate()}>
          Make link
        </Button>
      </div>
    </Dialog>
  );
}

export function InviteMember({ onClose }: { onClose: () => void }) {
  const [role, setRole] = useState<Role>("member");
  return (
    <LinkDialog
      title="Invite somebody"
      description="Makes a link by which one person makes an account. It works once, for a week."
      use={`Send it to the person whom you invite as ${role === "admin" ? "an" : "a"} ${role}. It works once, for a week.`}
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
      description="Makes a link by which they set a new password. It works once, for a day; the links made before stop working."
      use={`Send it to ${member.name}. It works once, for a day, and ends their sessions when it is used.`}
      make={() => callApp("users.passwordLink", { id: member.id })}
      onClose={onClose}
    />
  );
}
