import type { ReactNode } from "react";
import { ignoredText, shareText } from "@/app/(dashboard)/[workspace]/issues/parts/issue-words";
import type { IssueDetail, IssueKind } from "@/lib/api/contract/issues/issues";
import { opLabel } from "@/lib/calls/call-facts";
import { refusalOf } from "@/lib/calls/refusal";
import { formatListTime, formatTimeAndAge } from "@/lib/format/relative-time";
import { formatTime, parseTime } from "@/lib/format/time";

const COMPARED: Readonly<Record<IssueKind, string>> = {
  exception: "Calls",
  score: "Scored calls",
  answer: "Answers",
};

type IssueFactsProps = { issue: IssueDetail; nowMs: number };

/** The figures of an issue in the range, and when its first and its newest call were. */
export function IssueFacts({ issue, nowMs }: IssueFactsProps) {
  const calls = shareText(issue.call_count, issue.op_call_count);
  const users = shareText(issue.user_count, issue.op_user_count);
  const refusal = refusalOf(issue);
  const threads = shareText(issue.thread_count, issue.op_thread_count);
  return (
    <dl className="flex flex-none flex-wrap gap-y-1.5 border-y border-line py-1.5 pl-4 max-md:pl-3">
      <Fact label={`${COMPARED[issue.kind]} of ${opLabel(issue.op)}`}>
        {calls.count} <Share text={calls.share} />
      </Fact>
      {issue.op_user_count === 0 ? null : (
        <Fact label="Users">
          {users.count} <Share text={users.share} />
        </Fact>
      )}
      {issue.op_thread_count === 0 ? null : (
        <Fact label="Threads">
          {threads.count} <Share text={threads.share} />
        </Fact>
      )}
      <TimeFact label="First seen" time={issue.first_at} nowMs={nowMs} />
      <TimeFact label="Last seen" time={issue.last_at} nowMs={nowMs} />
      {issue.state === "regressed" && issue.regressed_at !== null ? (
        <Fact label="Regressed">
          {formatTime(parseTime(issue.regressed_at), nowMs)}
          {issue.regressed_release === "" ? "" : `, ${issue.regressed_release}`}
        </Fact>
      ) : null}
      {refusal === null ? null : <Fact label="Refused">{refusal}</Fact>}
      {issue.state === "ignored" ? <Fact label="Ignored">{ignoredText(issue)}</Fact> : null}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="mr-4 min-w-0 border-r border-line pr-4 last:border-0">
      <dt className="max-w-60 truncate text-micro text-ink-3" title={label}>
        {label}
      </dt>
      <dd className="text-small font-medium whitespace-nowrap">{children}</dd>
    </div>
  );
}

const Share = ({ text }: { text: string }) => <span className="font-normal text-ink-3">{text}</span>;

function TimeFact({ label, time, nowMs }: { label: string; time: string; nowMs: number }) {
  const timeMs = parseTime(time);
  return (
    <Fact label={label}>
      <span title={formatTimeAndAge(timeMs, nowMs)}>{formatListTime(timeMs, nowMs)}</span>
    </Fact>
  );
}
