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
import { openedLater } from "@/components/dialog/opened-later";
import { useKeys } from "@/components/keyboard/use-keys";
import { useRefHref } from "@/components/object/use-ref-href";
import { useHasRole } from "@/components/session/use-role";
import { useWorkspaceSlug } from "@/components/session/use-workspace";
import { Button } from "@/components/ui/button";
import { KeyCap } from "@/components/ui/key-cap";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { runCallsHref, threadHref } from "@/lib/address/thread-href";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { CallAddress } from "@/lib/calls/call-address";
import { callName } from "@/lib/calls/call-facts";
import { deletions } from "./deletions";

import { useCallCopies } from "./use-call-copies";

const RenameDialog = openedLater(async () => (await import("./rename-dialog")).RenameDialog);

type CallMenuProps = {
  address: CallAddress;
  call: Call;
  /** The name of the button, where a page has two menus. */
  label?: string;
  /** True where the menu's keys work: one menu on a page has them. */
  hasKeys?: boolean;
  /** Called before the call is hidden. */
  onDelete?: () => void;
};

const icon = { size: 14, strokeWidth: 1.7, "aria-hidden": true } as const;

/** The menu of a call's actions. Explains why an action is not permitted. */
export function CallMenu({ address, call, label = "Actions", hasKeys = false, onDelete }: CallMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isRenaming, setIsRenaming] = useState(false);
  // Until the role is loaded only the service decides, as it does in the end.
  const mayChange = useHasRole("member") ?? true;
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
          Delete call and children
          {hasKeys ? <Key name="#" /> : null}
        </MenuItem>
        {mayChange ? null : <MenuLabel>You are a viewer. Members can rename and delete.</MenuLabel>}
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

/** Links from a call to its thread, run and op version; nothing where it has none of them. */
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
          Open thread
        </MenuItem>
      ) : null}
      {call.svc_run_id ? (
        <MenuItem onSelect={() => router.push(runCallsHref(slug, call.svc_run_id ?? ""))}>
          <Workflow {...icon} />
          List calls of this run
        </MenuItem>
      ) : null}
      {opHref === null ? null : (
        <MenuItem onSelect={() => router.push(opHref)}>
          <FunctionSquare {...icon} />
          Open op version
        </MenuItem>
      )}
    </>
  );
}
