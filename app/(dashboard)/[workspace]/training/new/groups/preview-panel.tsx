"use client";

import { Search } from "lucide-react";
import { useMemo, useState } from "react";
import type { DraftControl } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-control";
import { NumberedHeading } from "@/app/(dashboard)/[workspace]/training/new/draft/numbered-heading";
import { RewardInspection } from "@/app/(dashboard)/[workspace]/training/new/rewards/reward-inspection";
import { Input } from "@/components/form/input";
import { Segmented } from "@/components/form/segmented";
import { PaneState } from "@/components/state/pane-state";
import { SkeletonRows } from "@/components/table/skeleton-rows";
import { Button } from "@/components/ui/button";
import { Tag } from "@/components/ui/tag";
import { countOf, formatCount } from "@/lib/format/count";
import type { AdvantageRule } from "@/lib/training/trajectories/advantage-rule";
import { DraftGroupList } from "./draft-group-list";
import { GroupingControls } from "./grouping-controls";
import { GroupingProposalNote } from "./grouping-proposal";
import { matchingGroups } from "./prepare-group-lines";
import { PreviewFacts } from "./preview-facts";

type PreviewPanelProps = {
  /** Of the workspace, for links. */
  slug: string;
  control: DraftControl;
  /** How the chosen settings turn rewards into advantages. */
  rule: AdvantageRule;
  isReading: boolean;
  view: "groups" | "rewards";
  onView: (view: "groups" | "rewards") => void;
  cursor: number | null;
  onCursor: (group: number) => void;
};

/** The groups that would be sent, and the quality of their rewards. */
export function PreviewPanel({ slug, control, rule, isReading, view, onView, cursor, onCursor }: PreviewPanelProps) {
  const [text, setText] = useState("");
  const [onlyProblems, setOnlyProblems] = useState(false);
  const { draft, problems } = control;
  const errorCount = problems.filter(({ level }) => level === "error").length;
  const warningCount = problems.length - errorCount;
  const marked = useMemo(() => new Set(problems.flatMap(({ groups }) => groups)), [problems]);
  const shown = useMemo(
    () => matchingGroups(draft.groups, text, onlyProblems ? marked : null),
    [draft.groups, text, onlyProblems, marked],
  );
  const isEmpty = draft.groups.length === 0;
  const state = isEmpty ? "open" : errorCount > 0 ? "error" : "done";
  return (
    <section aria-label="Preview" className="flex min-h-0 min-w-0 flex-1 flex-col max-lg:min-h-[520px]">
      <div className="grid flex-none gap-2 border-b border-line px-4 pt-2 pb-2.5 max-md:px-3">
        <NumberedHeading number={2} title="Preview" state={state}>
          {errorCount > 0 ? <Tag tone="err">{countOf(errorCount, "error")}</Tag> : null}
          {warningCount > 0 ? <Tag tone="warn">{countOf(warningCount, "warning")}</Tag> : null}
          <Segmented
            label="View"
            size="small"
            className="ml-auto"
            value={view}
            onChange={onView}
            segments={[
              { value: "groups", label: "Groups" },
              { value: "rewards", label: "Reward analysis" },
            ]}
          />
        </NumberedHeading>
        {isEmpty ? null : (
          <>
            <PreviewFacts control={control} />
            <GroupingControls control={control}>
              {view === "groups" ? (
                <>
                  <Input
                    size="small"
                    aria-label="Group or task"
                    placeholder="Group or task"
                    value={text}
                    onChange={(event) => setText(event.target.value)}
                    leading={<Search size={12} strokeWidth={1.7} aria-hidden="true" className="text-ink-3" />}
                    className="w-36 max-md:w-full"
                  />
                  <Button
                    size="small"
                    isOn={onlyProblems}
                    aria-pressed={onlyProblems}
                    onClick={() => setOnlyProblems(!onlyProblems)}
                  >
                    Problems {formatCount(marked.size)}
                  </Button>
                </>
              ) : null}
            </GroupingControls>
            {isReading ? null : <GroupingProposalNote slug={slug} control={control} />}
          </>
        )}
      </div>
      {isEmpty ? (
        <Nothing isReading={isReading} />
      ) : view === "rewards" ? (
        <RewardInspection
          control={control}
          rule={rule}
          onShow={(group) => {
            onView("groups");
            onCursor(group);
          }}
        />
      ) : (
        <DraftGroupList control={control} rule={rule} shown={shown} cursor={cursor} onCursor={onCursor}>
          {shown.length === 0 ? (
            <PaneState kind="no-match" title="No groups match">
              {onlyProblems ? "Only groups with problems are shown. " : ""}
              {text === "" ? "" : `No names contain “${text}”.`}
            </PaneState>
          ) : null}
        </DraftGroupList>
      )}
    </section>
  );
}

function Nothing({ isReading }: { isReading: boolean }) {
  if (isReading) return <SkeletonRows count={8} rowHeight={26} />;
  return (
    <div className="grid flex-1">
      <PaneState kind="empty" title="No trajectories yet">
        A job learns from groups: several rollouts of one task, each with a reward. Choose a file above, or pick threads
        that have rewards.
      </PaneState>
    </div>
  );
}
