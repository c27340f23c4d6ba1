"use client";

import { Ellipsis } from "lucide-react";
import { useNow } from "@/components/browser/use-now";
import { Select } from "@/components/form/select";
import { SmallTable, SmallTableCell, SmallTableHeadCell } from "@/components/table/small-table";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { Tag } from "@/components/ui/tag";
import { type Role, roles } from "@/lib/api/contract/operation/app-operation";
import { formatAgo } from "@/lib/format/relative-time";
import { formatFullTime, formatTime, parseTime } from "@/lib/format/time";
import { type Member, ROLE_LABELS } from "./prepare-members";

export type MemberAction =
  | { readonly kind: "role"; readonly member: Member; readonly role: Role }
  | { readonly kind: "remove" | "password" | "two-factor" | "sessions"; readonly member: Member };

type RowProps = { ownId: string | null; isEditable: boolean; onAction: (action: MemberAction) => void };

export function MembersTable({ members, ...rest }: RowProps & { members: readonly Member[] }) {
  const nowMs = useNow(60_000);
  return (
    <SmallTable aria-label="Members">
      <thead>
        <tr>
          <SmallTableHeadCell className="max-md:hidden">Name</SmallTableHeadCell>
          <SmallTableHeadCell className="max-md:pl-4">Email</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[400px] max-xl:w-[120px] max-md:w-[104px]">Role</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[120px] text-right max-md:hidden">Member since</SmallTableHeadCell>
          <SmallTableHeadCell className="w-[100px] text-right max-md:hidden">Last seen</SmallTableHeadCell>
          {rest.isEditable ? (
            <SmallTableHeadCell className="w-[52px] max-md:w-[56px]">
              <span className="sr-only">Actions</span>
            </SmallTableHeadCell>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <MemberRow key={member.id} member={member} nowMs={nowMs} {...rest} />
        ))}
      </tbody>
    </SmallTable>
  );
}

function MemberRow({
  member,
  nowMs,
  ownId,
  isEditable,
  onAction: onAsk,
}: RowProps & { member: Member; nowMs: number }) {
  const { id, name, email, role, createdAt, lastSeenAt, isDisabled, hasSecondFactor } = member;
  const [sinceMs, seenMs] = [parseTime(createdAt), parseTime(lastSeenAt)];
  const tags = (
    <>
      {hasSecondFactor ? <Tag>two-factor</Tag> : null}
      {isDisabled ? <Tag tone="warn">disabled</Tag> : null}
    </>
  );
  return (
    <tr className="group/row">
      <SmallTableCell className="max-md:hidden" title={name}>
        <span className="flex min-w-0 items-center gap-2">
          <b className="truncate font-medium">{name}</b>
          {id === ownId ? <Tag tone="run">you</Tag> : null}
          {tags}
        </span>
      </SmallTableCell>
      <SmallTableCell className="max-md:pl-4" title={`${name}, ${email}`}>
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate">{email}</span>
          <span className="flex flex-none gap-1 md:hidden">{tags}</span>
        </span>
      </SmallTableCell>
      <SmallTableCell title={ROLE_LABELS[role]}>
        <span className="flex min-w-0 items-center">
          {isEditable ? (
            <Select
              // The value is part of the accessible name: rows are read by it.
              label={`Role of ${name}: ${role}`}
              className="h-(--ctl-h-small) w-[92px] text-small max-md:h-8"
              value={role}
              options={roles.map((value) => ({ value, label: value }))}
              onChange={(next) => (next === role ? undefined : onAsk({ kind: "role", member, role: next }))}
            />
          ) : (
            role
          )}
          <span className="ml-2 truncate text-ink-3 max-xl:hidden">{ROLE_LABELS[role]}</span>
        </span>
      </SmallTableCell>
      <SmallTableCell className="text-right text-ink-2 max-md:hidden" title={formatFullTime(sinceMs)}>
        {formatTime(sinceMs, nowMs)}
      </SmallTableCell>
      <SmallTableCell className="text-right text-ink-2 max-md:hidden" title={formatFullTime(seenMs)}>
        {seenMs === null ? "never" : formatAgo(seenMs, nowMs)}
      </SmallTableCell>
      {isEditable ? (
        <SmallTableCell className="pr-2 text-right text-clip">
          <MemberMenu member={member} onAction={onAsk} />
        </SmallTableCell>
      ) : null}
    </tr>
  );
}

function MemberMenu({ member, onAction: onAsk }: { member: Member; onAction: RowProps["onAction"] }) {
  return (
    <Menu
      label={`Actions for ${member.name}`}
      align="end"
      trigger={
        <Button kind="ghost" size="icon-small" aria-label={`Actions for ${member.name}`}>
          <Ellipsis size={14} strokeWidth={1.7} aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem onSelect={() => onAsk({ kind: "password", member })}>Create password link</MenuItem>
      <MenuItem onSelect={() => onAsk({ kind: "sessions", member })}>Sign out everywhere</MenuItem>
      {member.hasSecondFactor ? (
        <MenuItem onSelect={() => onAsk({ kind: "two-factor", member })}>Turn off two-factor</MenuItem>
      ) : null}
      <MenuItem onSelect={() => onAsk({ kind: "remove", member })} className="text-err">
        Remove
      </MenuItem>
    </Menu>
  );
}
