import { Search } from "lucide-react";
import type { RefObject } from "react";
import { type IssueView, issueViews } from "@/app/(dashboard)/[workspace]/issues/parts/issue-views";
import { isInView, shownIssues } from "@/app/(dashboard)/[workspace]/issues/parts/issue-words";
import { Input } from "@/components/form/input";
import { Segmented } from "@/components/form/segmented";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import type { Issue } from "@/lib/api/contract/issues/issues";
import { countOf, formatCount } from "@/lib/format/count";
import { IssueRow } from "./issue-row";

const LABELS: Readonly<Record<IssueView, string>> = {
  open: "Open",
  new: "New",
  resolved: "Resolved",
  ignored: "Ignored",
};

type IssueListProps = {
  issues: readonly Issue[];
  view: IssueView;
  query: string;
  selectedId: string | null;
  nowMs: number;
  searchRef: RefObject<HTMLInputElement | null>;
  onView: (view: IssueView) => void;
  onQuery: (query: string) => void;
  onSelect: (issue: Issue) => void;
};

/** The issues of a view, those first that need attention. */
export function IssueList(props: IssueListProps) {
  const { issues, view, query, selectedId, nowMs, searchRef, onView, onQuery, onSelect } = props;
  const shown = shownIssues(issues, view, query);
  const inView = issues.filter((issue) => isInView(issue, view)).length;
  return (
    <>
      <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line px-4 py-2 max-md:px-3">
        <Segmented
          label="Issues"
          size="small"
          value={view}
          onChange={onView}
          segments={issueViews.map((value) => ({
            value,
            label: (
              <>
                {LABELS[value]}{" "}
                <span className="font-normal text-ink-3">
                  {formatCount(issues.filter((issue) => isInView(issue, value)).length)}
                </span>
              </>
            ),
          }))}
        />
        <Input
          ref={searchRef}
          type="search"
          size="small"
          className="min-w-32 flex-1"
          aria-label="Find an issue"
          placeholder="Find an issue"
          leading={<Search size={13} strokeWidth={1.7} aria-hidden="true" />}
          value={query}
          onChange={(event) => onQuery(event.target.value)}
        />
      </div>
      {shown.length > 0 ? (
        <ul aria-label={`${LABELS[view]} issues`} className="min-h-0 flex-1 overflow-auto">
          {shown.map((issue) => (
            <IssueRow
              key={issue.id}
              issue={issue}
              isSelected={issue.id === selectedId}
              nowMs={nowMs}
              onSelect={() => onSelect(issue)}
            />
          ))}
        </ul>
      ) : inView > 0 ? (
        <PaneState
          kind="no-match"
          title="No issues match the search"
          actions={
            <Button size="small" onClick={() => onQuery("")}>
              Clear the search
            </Button>
          }
        >
          None of {countOf(inView, "issue")} contains <span className="text-code text-ink">{query}</span>.
        </PaneState>
      ) : (
        <PaneState kind="no-match" title={`No ${LABELS[view].toLowerCase()} issues`}>
          {countOf(issues.length, "issue")} in other states.
        </PaneState>
      )}
    </>
  );
}
