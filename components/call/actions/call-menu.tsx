"use client";

import {
  Braces,
  Copy,
  Ellipsis,
  FunctionSquare,
  Link2,
  Pencil,
  Spool,
  SquareTerminal,
  Trash2,
  Workflow,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useKeys } from "@/components/keyboard/use-keys";
import { useRefHref } from "@/components/object/use-ref-href";
import { usePerson } from "@/components/session/use-person";
import { useWorkspaceSlug } from "@/components/session/use-workspace";
import { Button } from "@/components/ui/button";
import { KeyCap } from "@/components/ui/key-cap";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { runCallsHref, threadHref } from "@/lib/address/thread-href";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { CallAddress } from "@/lib/calls/call-address";
import { callName } from "@/lib/calls/call-facts";
import { reachesRole } from "@/lib/workspace/person";
import { deletions } from "./deletions";

import { RenameDialog } from "./rename-dialog";
import { useCallCopies } from "./use-call-copies";

type CallMenuProps = {
  address: CallAddress;
  call: Call;
  /** What the button is called, where two menus stand on one page. */
  label?: string;
  /** Whether its keys work: one menu on a page has them. */
  hasKeys?: boolean;
  /** Hears that the call is about to be hidden. */
  onDelete?: () => void;
};

const icon = { size: 14, strokeWidth: 1.7, "aria-hidden": true } as const;

/** What can be done with a call. Who may not is told why. */
export function CallMenu({ address, call, label = "Actions", hasKeys = false, onDelete }: CallMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isRenaming, setIsRenaming] = useState(false);
  // Until the role is known the service decides alone, as it does in the end.
  const mayChange = reachesRole(usePerson(), "member") ?? true;
  const copies = useCallCopies(address);
  const rename = () => mayChange && setIsRenaming(true);
  const remove = () => {
    if (!mayChange) return;
    onDelete?.();
    deletions.add({ ...address, name: callName(call) });
  };
  useKeys("call", hasKeys ? { m: () => setIsOpen(true), r: rename, Delete: remove, "#": remove } : {});
  return (
    <>
      <Menu
        label={label}
        align="end"
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <Button kind="ghost" size="icon-small" aria-label={label}>
            <Ellipsis {...icon} size={15} />
          </Button>
        }
      >
        <MenuItem disabled={!mayChange} onSelect={rename}>
          <Pencil {...icon} />
          Rename
          {hasKeys ? <Key name="R" /> : null}
        </MenuItem>
        <MenuItem disabled={!mayChange} onSelect={remove}>
          <Trash2 {...icon} />
          Delete with all below it
          {hasKeys ? <Key name="#" /> : null}
        </MenuItem>
        {mayChange ? null : <MenuLabel>You are a viewer: members may rename and delete.</MenuLabel>}
        <MenuSeparator />
        <MenuItem onSelect={copies.id}>
          <Copy {...icon} />
          Copy id
          {hasKeys ? <Key name="Y" /> : null}
        </MenuItem>
        <MenuItem onSelect={copies.link}>
          <Link2 {...icon} />
          Copy link
        </MenuItem>
        <MenuItem onSelect={copies.curl}>
          <SquareTerminal {...icon} />
          Copy as curl
        </MenuItem>
        <MenuItem onSelect={copies.python}>
          <Braces {...icon} />
          Copy as Python
        </MenuItem>
        <Jumps call={call} />
      </Menu>
      {isRenaming ? <RenameDialog address={address} call={call} onClose={() => setIsRenaming(false)} /> : null}
    </>
  );
}

function Key({ name }: { name: string }) {
  return (
    <span className="ml-auto pl-4 max-md:hidden">
      <KeyCap>{name}</KeyCap>
    </span>
  );
}

/** The ways from a call to what it belongs to; nothing where it belongs to nothing. */
function Jumps({ call }: { call: Call }) {
  const router = useRouter();
  const slug = useWorkspaceSlug() ?? "";
  const opHref = useRefHref()(call.op_name);
  if (!call.thread_id && !call.svc_run_id && opHref === null) return null;
  return (
    <>
      <MenuSeparator />
      {call.thread_id ? (
        <MenuItem onSelect={() => router.push(threadHref(slug, call.thread_id ?? ""))}>
          <Spool {...icon} />
          Open its thread
        </MenuItem>
      ) : null}
      {call.svc_run_id ? (
        <MenuItem onSelect={() => router.push(runCallsHref(slug, call.svc_run_id ?? ""))}>
          <Workflow {...icon} />
          List the calls of its run
        </MenuItem>
      ) : null}
      {opHref === null ? null : (
        <MenuItem onSelect={() => router.push(opHref)}>
          <FunctionSquare {...icon} />
          Open the version of its op
        </MenuItem>
      )}
    </>
  );
}
