"use client";

import { ArrowLeft, Bell, Check, CircleSlash, ClipboardCheck, RotateCcw, User } from "lucide-react";
import type { ReactNode } from "react";
import { IssueGlyph, IssueStateWord } from "@/app/(dashboard)/[workspace]/issues/parts/issue-glyph";
import { issueTitle, watchHref } from "@/app/(dashboard)/[workspace]/issues/parts/issue-words";
import { usePerson } from "@/components/session/use-person";
import { UserName } from "@/components/session/user-name";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { IssueDetail } from "@/lib/api/contract/issues/issues";
import type { IssueChange } from "./use-issue-change";

const DAY_MS = 86_400_000;
const DAYS = [1, 7, 30] as const;
const CALLS = [10, 100] as const;
const ICON = { size: 14, strokeWidth: 1.7, "aria-hidden": true } as const;

type IssueHeadProps = {
  slug: string;
  issue: IssueDetail;
  change: IssueChange;
  isMember: boolean;
  isIgnoreOpen: boolean;
  onIgnoreOpen: (isOpen: boolean) => void;
  onReview: () => void;
  onClose: () => void;
};

/** What the exceptions of an issue have in common, its state, and what a member can do. */
export function IssueHead({ slug, issue, change, isMember, onReview, onClose, ...ignore }: IssueHeadProps) {
  return (
    <div className="flex min-h-(--head-h) flex-none flex-wrap items-center gap-x-2 gap-y-1.5 py-1.5 pr-3 pl-4 max-md:px-3">
      <Button kind="ghost" size="icon-small" aria-label="Back to list" onClick={onClose} className="-ml-1 lg:hidden">
        <ArrowLeft {...ICON} />
      </Button>
      <IssueGlyph state={issue.state} />
      <h2
        title={issueTitle(issue)}
        className="line-clamp-2 max-w-full text-[0.9375rem] font-medium [overflow-wrap:anywhere]"
      >
        {issueTitle(issue)}
      </h2>
      <span className="text-small">
        <IssueStateWord state={issue.state} />
      </span>
      <span className="ml-auto flex flex-wrap items-center gap-1.5 max-md:ml-0">
        <Owner issue={issue} change={change} isMember={isMember} />
        {isMember ? (
          <>
            <Button asChild size="small">
              <Link href={watchHref(slug, issue)}>
                <Bell {...ICON} />
                Watch it
              </Link>
            </Button>
            {issue.examples.length === 0 ? null : (
              <Button size="small" icon={<ClipboardCheck {...ICON} />} onClick={onReview}>
                Review {issue.examples.length}
              </Button>
            )}
            {issue.state === "ignored" ? null : <IgnoreMenu change={change} {...ignore} />}
            <StateButton issue={issue} change={change} />
          </>
        ) : null}
      </span>
      {change.error ? (
        <p role="alert" className="w-full text-small text-err">
          not changed: {change.error.message}
        </p>
      ) : null}
    </div>
  );
}

/** Resolves an issue, or opens it again. */
function StateButton({ issue, change }: Pick<IssueHeadProps, "issue" | "change">) {
  const isClosed = issue.state === "resolved" || issue.state === "ignored";
  return (
    <Button
      size="small"
      isBusy={change.isPending}
      icon={isClosed ? <RotateCcw {...ICON} /> : <Check {...ICON} />}
      onClick={() => change.mutate({ kind: isClosed ? "reopen" : "resolve" })}
    >
      {isClosed ? "Reopen" : "Resolve"}
    </Button>
  );
}

type IgnoreMenuProps = Pick<IssueHeadProps, "change" | "isIgnoreOpen" | "onIgnoreOpen">;

function IgnoreMenu({ change, isIgnoreOpen, onIgnoreOpen }: IgnoreMenuProps) {
  const ignore = (end: { until?: string; calls?: number }) => change.mutate({ kind: "ignore", ...end });
  const until = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  return (
    <Menu
      label="Ignore"
      align="end"
      isOpen={isIgnoreOpen}
      onOpenChange={onIgnoreOpen}
      trigger={
        <Button size="small" icon={<CircleSlash {...ICON} />}>
          Ignore
        </Button>
      }
    >
      {DAYS.map((days) => (
        <MenuItem key={days} onSelect={() => ignore({ until: until(days) })}>
          For {days === 1 ? "a day" : `${days} days`}
        </MenuItem>
      ))}
      {CALLS.map((calls) => (
        <MenuItem key={calls} onSelect={() => ignore({ calls })}>
          Until {calls} more calls
        </MenuItem>
      ))}
      <MenuItem onSelect={() => ignore({})}>Until reopened</MenuItem>
    </Menu>
  );
}

/** Who looks at an issue. Members take it over, or leave it. */
function Owner({ issue, change, isMember }: Pick<IssueHeadProps, "issue" | "change" | "isMember">): ReactNode {
  const person = usePerson();
  const name = issue.owner === null ? null : <UserName id={issue.owner} />;
  if (!isMember || person === undefined) return name === null ? null : <span className="text-small">{name}</span>;
  const isMine = issue.owner === person.id;
  return (
    <Menu
      label="Owner"
      align="end"
      trigger={
        <Button kind="ghost" size="small" icon={<User {...ICON} />}>
          {name ?? "No owner"}
        </Button>
      }
    >
      {isMine ? null : (
        <MenuItem onSelect={() => change.mutate({ kind: "assign", user_id: person.id })}>Assign to me</MenuItem>
      )}
      {issue.owner === null ? null : (
        <MenuItem onSelect={() => change.mutate({ kind: "assign", user_id: null })}>Remove the owner</MenuItem>
      )}
    </Menu>
  );
}
