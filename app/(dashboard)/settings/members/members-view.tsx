"use client";

import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { PageFoot } from "@/components/layout/page-head";
import { useNow } from "@/components/layout/use-now";
import { FailureState } from "@/components/state/failure-state";
import { Callout } from "@/components/ui/callout";
import { CopyButton } from "@/components/ui/copy-button";
import { Shuttle } from "@/components/ui/shuttle";
import { Tag } from "@/components/ui/tag";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Role } from "@/lib/api/contract/app-operation";
import type { member } from "@/lib/api/contract/people";
import { countOf } from "@/lib/format/count";
import { formatAgo } from "@/lib/format/relative-time";
import { formatFullTime, formatTime, parseTime } from "@/lib/format/time";
import { SettingsHead } from "../settings-head";
import { Cell, HeadCell, SmallTable } from "../table-parts";

type Member = z.infer<typeof member>;

const INVITE = "npm run admin -- invite --role member";

const roleWords: Readonly<Record<Role, string>> = {
  viewer: "reads everything",
  member: "also writes to services and makes workspaces",
  admin: "also manages connections and people",
};

/** Everyone with an account. Invitations and new passwords come from the command line of the machine. */
export function MembersView() {
  const query = useQuery(appQuery("users.list", {}));
  const session = useQuery(appQuery("session.current", {}));
  const members = query.data?.members ?? [];
  return (
    <>
      <SettingsHead />
      {query.isPending ? <Shuttle label="Loading members" /> : null}
      {query.isError ? (
        <FailureState
          failure={failureOf(query.error)}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <>
          <div className="min-h-0 flex-1 overflow-auto">
            <MembersTable members={members} ownId={session.data?.person.id ?? null} />
            <Callout tone="plain" className="m-4 max-w-[724px]">
              <p>
                To invite somebody, run this where Heddle runs. It prints a link that makes one account; the link works
                once, for a week. The role is viewer, member or admin.
              </p>
              <p className="mt-1 flex items-center gap-1">
                <span className="text-code">{INVITE}</span>
                <CopyButton text={INVITE} label="Copy the command" said="Command copied" />
              </p>
              <p className="mt-1">
                A forgotten password: <span className="text-code">npm run admin -- password EMAIL</span> sets a new one
                and ends that person's sessions.
              </p>
            </Callout>
          </div>
          <PageFoot>{query.isPending ? "Loading members" : countOf(members.length, "member")}</PageFoot>
        </>
      )}
    </>
  );
}

function MembersTable({ members, ownId }: { members: readonly Member[]; ownId: string | null }) {
  const nowMs = useNow(60_000);
  return (
    <SmallTable aria-label="Members">
      <thead>
        <tr>
          <HeadCell className="max-md:hidden">Name</HeadCell>
          <HeadCell>Email</HeadCell>
          <HeadCell className="w-[380px] max-lg:w-[120px] max-md:w-[90px]">Role</HeadCell>
          <HeadCell className="w-[130px] text-right max-md:hidden">Member since</HeadCell>
          <HeadCell className="w-[130px] text-right">Last seen</HeadCell>
        </tr>
      </thead>
      <tbody>
        {members.map(({ id, name, email, role, createdAt, lastSeenAt, isDisabled }) => {
          const [sinceMs, seenMs] = [parseTime(createdAt), parseTime(lastSeenAt)];
          return (
            <tr key={id} className="group/row">
              <Cell className="max-md:hidden" title={name}>
                <span className="flex min-w-0 items-center gap-2">
                  <b className="truncate">{name}</b>
                  {id === ownId ? <Tag tone="run">you</Tag> : null}
                  {isDisabled ? <Tag tone="warn">disabled</Tag> : null}
                </span>
              </Cell>
              <Cell title={`${name}, ${email}`}>
                <span className="flex min-w-0 items-center gap-2">
                  <span className="truncate">{email}</span>
                  {isDisabled ? (
                    <Tag tone="warn" className="md:hidden">
                      disabled
                    </Tag>
                  ) : null}
                </span>
              </Cell>
              <Cell title={roleWords[role]}>
                {role}
                <span className="ml-2 text-ink-3 max-lg:hidden">{roleWords[role]}</span>
              </Cell>
              <Cell className="text-right text-ink-2 max-md:hidden" title={formatFullTime(sinceMs)}>
                {formatTime(sinceMs, nowMs)}
              </Cell>
              <Cell className="text-right text-ink-2" title={formatFullTime(seenMs)}>
                {seenMs === null ? "never" : formatAgo(seenMs, nowMs)}
              </Cell>
            </tr>
          );
        })}
      </tbody>
    </SmallTable>
  );
}
