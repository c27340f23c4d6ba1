import { IssueBars } from "@/app/(dashboard)/[workspace]/issues/parts/issue-bars";
import { IssueGlyph, IssueStateWord } from "@/app/(dashboard)/[workspace]/issues/parts/issue-glyph";
import {
  ISSUE_COLORS,
  ignoredText,
  issueCounts,
  issueTitle,
} from "@/app/(dashboard)/[workspace]/issues/parts/issue-words";
import type { Issue } from "@/lib/api/contract/issues/issues";
import { opLabel } from "@/lib/calls/call-facts";
import { refusalOf } from "@/lib/calls/refusal";
import { formatListTime } from "@/lib/format/relative-time";
import { parseTime } from "@/lib/format/time";
import { classNames } from "@/lib/style/class-names";

type IssueRowProps = { issue: Issue; isSelected: boolean; nowMs: number; onSelect: () => void };

/** One issue: its state, what its exceptions have in common, and its calls over time. */
export function IssueRow({ issue, isSelected, nowMs, onSelect }: IssueRowProps) {
  const { state } = issue;
  const refusal = refusalOf(issue);
  const isQuiet = state === "resolved" || state === "ignored";
  return (
    <li>
      <button
        type="button"
        aria-current={isSelected ? "true" : undefined}
        data-issue={issue.id}
        onClick={onSelect}
        className={classNames(
          "grid h-[58px] w-full grid-cols-[14px_minmax(0,1fr)_72px] content-center items-center gap-x-[9px] border-b border-line pr-3.5 pl-4 text-left outline-offset-[-2px] hover:bg-hover max-md:h-[66px] max-md:px-3",
          isSelected && "bg-accent-tint hover:bg-accent-tint",
          state === "regressed" && "shadow-[inset_2px_0_var(--err)]",
        )}
      >
        <IssueGlyph state={state} />
        <span
          title={issueTitle(issue)}
          className={classNames("truncate text-small", isSelected && "font-medium", isQuiet && "text-ink-2")}
        >
          {issueTitle(issue)}
        </span>
        <IssueBars
          counts={issue.part_counts}
          color={ISSUE_COLORS[state]}
          width={72}
          height={30}
          className="row-span-2 justify-self-end"
        />
        <span className="col-start-2 truncate text-micro text-ink-3">
          <IssueStateWord state={state} /> {state === "ignored" ? `${ignoredText(issue)}, ` : ""}
          {refusal === null ? "" : `${refusal}, `}
          {issueCounts(issue)}, {formatListTime(parseTime(issue.last_at), nowMs)},{" "}
          <span className="text-code">{opLabel(issue.op)}</span>
        </span>
      </button>
    </li>
  );
}
