"use client";

import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useAligned } from "@/app/(dashboard)/[workspace]/compare/alignment/use-alignment";
import { PairPanel } from "@/app/(dashboard)/[workspace]/compare/pair/pair-panel";
import { attributeFacts, factColumns } from "@/app/(dashboard)/[workspace]/compare/sides/prepare-facts";
import { readCompared, withoutMissingSides } from "@/app/(dashboard)/[workspace]/compare/sides/read-compared-ids";
import { SideSwitch } from "@/app/(dashboard)/[workspace]/compare/sides/side-switch";
import { SideTable } from "@/app/(dashboard)/[workspace]/compare/sides/side-table";
import { useSides } from "@/app/(dashboard)/[workspace]/compare/sides/use-sides";
import { AlignedTree } from "@/app/(dashboard)/[workspace]/compare/tree/aligned-tree";
import { useIsPhone } from "@/components/browser/use-is-phone";
import { openedLater } from "@/components/dialog/opened-later";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { FailureState } from "@/components/state/failure-state";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Workspace } from "@/lib/workspace/workspace";
import { CompareBar } from "./compare-bar";
import { CompareFoot } from "./compare-foot";
import { CompareHead } from "./compare-head";
import {
  CompareNotices,
  CompareSkeleton,
  CompareUnsupported,
  NeedsSecondSide,
  NoComparison,
  SideProblem,
} from "./compare-states";
import { titleOf } from "./prepare-title";
import { compareParams } from "./search-params";
import { useCompareActions } from "./use-compare-actions";
import { useCompareKeys } from "./use-compare-keys";

const CompareDialog = openedLater(async () => (await import("@/components/compare/compare-dialog")).CompareDialog);

/** Compares two to six calls or threads side by side. */
export function CompareView() {
  return <WorkspaceGate>{(workspace) => <Compare key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function Compare({ workspace }: { workspace: Workspace }) {
  const isPhone = useIsPhone();
  const [params, setParams] = useQueryStates(compareParams, { history: "replace" });
  const [isAdding, setIsAdding] = useState(false);
  const [shownSide, setShownSide] = useState<number | null>(null);
  const asked = readCompared(params);
  const { queries, reads } = useSides(workspace, asked.sources);
  const compared = withoutMissingSides(
    asked,
    reads.map((read) => read?.calls.length === 0),
  );
  const { base, column, sources, kind } = compared;
  const aligned = useAligned(workspace, compared, reads, params);
  const actions = useCompareActions({ workspace, compared, aligned, setParams });
  useCompareKeys({ aligned, actions, onSelectOnly: () => void setParams({ only: !params.only }) });

  const { sides } = aligned;
  const noun = kind === "threads" ? "thread" : "trace";
  const attributes = attributeFacts(sides, base);
  const columns = [...attributes.columns, ...factColumns(sides, base)];
  const firstCall = sides.map((side) => side?.roots[0]?.call ?? side?.roots[0]?.children.at(-1)?.call ?? null);
  const failed = queries.filter((query) => query.isError);
  const failure = failed[0]?.error ? failureOf(failed[0].error) : null;
  const presentCount = sides.filter((side) => side !== null).length;
  const add = () => setIsAdding(true);
  const retryAll = () => {
    for (const query of failed) void query.refetch();
  };
  return (
    <>
      <CompareHead
        backHref={kind === "threads" ? `/${workspace.slug}/threads` : `/${workspace.slug}/traces`}
        title={titleOf(compared)}
        facts={attributes.shared}
        kind={kind}
        sideCount={sources.length}
        onKindChange={actions.changeKind}
        onSwap={base === column ? null : actions.swap}
        onAdd={add}
      />
      {sources.length === 0 ? (
        <NoComparison onAdd={add} />
      ) : failure?.kind === "unsupported" ? (
        <CompareUnsupported workspace={workspace} onRetry={retryAll} />
      ) : failure && failed.length === sources.length ? (
        <FailureState failure={failure} onRetry={retryAll} isRetrying={failed.some((query) => query.isFetching)} />
      ) : (
        <>
          <SideTable
            {...actions}
            workspace={workspace}
            compared={compared}
            sides={sides}
            problems={queries.map((query, at) =>
              sides[at] ? null : <SideProblem key={sources[at]?.id} query={query} noun={noun} />,
            )}
            columns={columns}
          />
          <CompareNotices compared={compared} queries={queries} aligned={aligned} />
          {queries.some((query) => query.isPending) ? (
            <CompareSkeleton />
          ) : presentCount < 2 ? (
            <NeedsSecondSide noun={noun} onAdd={add} />
          ) : (
            <>
              <CompareBar
                aligned={aligned}
                isDifferencesOnly={params.only}
                by={params.by}
                onOnlyChange={(only) => void setParams({ only })}
                onByChange={(by) => void setParams({ by })}
              >
                {isPhone ? (
                  <SideSwitch sideCount={sources.length} value={shownSide ?? base} onChange={setShownSide} />
                ) : null}
              </CompareBar>
              <AlignedTree
                aligned={aligned}
                base={base}
                column={column}
                alone={isPhone ? (shownSide ?? base) : null}
                onSelect={actions.select}
                onFocusSide={actions.focusSide}
                onNextDifference={() => actions.stepDifference(1)}
              />
              <PairPanel
                workspace={workspace}
                aligned={aligned}
                base={base}
                column={column}
                choice={params}
                isPhone={isPhone}
                onChoose={(choice) => void setParams(choice)}
              />
            </>
          )}
        </>
      )}
      <CompareFoot aligned={aligned} isReading={queries.some((query) => query.isPending)} presentCount={presentCount} />
      {isAdding ? (
        <CompareDialog
          workspace={workspace}
          kind={kind}
          like={firstCall.find((call) => call !== null) ?? null}
          taken={sources.map(({ id }) => id)}
          onPick={(ids) => {
            setIsAdding(false);
            actions.add(ids);
          }}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
    </>
  );
}
