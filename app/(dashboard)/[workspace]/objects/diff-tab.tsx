"use client";

import { ArrowLeftRight } from "lucide-react";
import { useMemo, useState } from "react";
import { DiffView } from "@/components/diff/diff-view";
import { countChanges } from "@/components/diff/prepare-diff";
import { type NamedValue, useComparison } from "@/components/diff/use-comparison";
import { PageFoot } from "@/components/layout/page-head";
import { useIsPhone } from "@/components/layout/use-is-phone";
import { useFile } from "@/components/object/use-file";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { KeyHint } from "@/components/ui/key-cap";
import { Shuttle } from "@/components/ui/shuttle";
import { failureOf } from "@/lib/api/client/request-failure";
import { countOf } from "@/lib/format/count";
import { MINUS } from "@/lib/format/missing";
import { comparedAs } from "./diff-controls";
import { DiffSide } from "./diff-side";
import { type ObjectPaneProps, PaneSkeleton } from "./object-pane";
import { UnreadableVersion } from "./objects-states";
import { contentOf } from "./prepare-content";
import { sizeOf } from "./prepare-groups";
import { versionLabel } from "./prepare-versions";
import { useObjectValue } from "./use-object-value";
import { ASK_FROM_BYTES, BigValue } from "./version-value";

/** Two versions beside each other. */
export function DiffTab(props: ObjectPaneProps) {
  const { object, chosen, params, nowMs, actions } = props;
  const { versions } = chosen.pages;
  const { a, b } = chosen.sides;
  const as = comparedAs(object, params);
  const [allowed, setAllowed] = useState<string | null>(null);
  const bytes = useMemo(
    () => sizeOf(versions.filter(({ digest }) => digest === a || digest === b)) ?? 0,
    [versions, a, b],
  );
  const isHeld = bytes > ASK_FROM_BYTES && allowed !== `${a} ${b}`;
  const left = useSide(props, isHeld ? null : a, as);
  const right = useSide(props, isHeld ? null : b, as);
  const comparison = useComparison(left.value, right.value, as);
  const isPhone = useIsPhone();
  if (a === null || b === null) {
    return (
      <PaneState warp="empty" title="There is nothing to compare with">
        {versions.length === 1
          ? "This object has one version. Publish another, and the difference appears here."
          : `${versionLabel(versions, b ?? "latest")} has no version before it. Choose another side with A or B.`}
      </PaneState>
    );
  }
  if (isHeld) return <BigValue bytes={bytes} onRead={() => setAllowed(`${a} ${b}`)} />;
  for (const side of [left, right]) {
    if (side.failure) {
      return (
        <UnreadableVersion
          failure={side.failure}
          object={object}
          name={versionLabel(versions, side.name ?? "")}
          onRetry={side.retry}
          onLatest={() => actions.change({ a: null, b: null, version: null })}
        />
      );
    }
  }
  return (
    <>
      <div className="grid h-[30px] flex-none grid-cols-2 border-b border-line bg-sunken text-small">
        <DiffSide side="a" versions={versions} name={a} nowMs={nowMs} />
        <DiffSide side="b" versions={versions} name={b} nowMs={nowMs} />
      </div>
      <Compared
        isSame={a === b}
        comparison={comparison}
        layout={isPhone ? "unified" : params.layout}
        isJson={as === "json"}
        labels={[versionLabel(versions, a), versionLabel(versions, b)]}
      />
      <DiffFoot
        comparison={comparison}
        onSwap={() => actions.setSides(b, a)}
        onClear={chosen.isPinned ? () => actions.change({ a: null, b: null }) : null}
      />
    </>
  );
}

type ComparedProps = {
  isSame: boolean;
  comparison: ReturnType<typeof useComparison>;
  layout: "split" | "unified";
  isJson: boolean;
  labels: readonly [string, string];
};

function Compared({ isSame, comparison, layout, isJson, labels }: ComparedProps) {
  if (isSame) {
    return (
      <PaneState warp="no-match" title={`Both sides are ${labels[0]}`}>
        Choose another version and press A or B.
      </PaneState>
    );
  }
  if (comparison.isError)
    return <FailureState failure={failureOf(comparison.error)} onRetry={() => void comparison.refetch()} />;
  if (!comparison.data) {
    return (
      <>
        <Shuttle label="Comparing" className="flex-none" />
        <PaneSkeleton />
      </>
    );
  }
  if (comparison.data.runs.every((run) => run.isSame)) {
    return (
      <PaneState warp="no-match" title="There is no difference">
        {labels[0]} and {labels[1]} hold the same {isJson ? "values" : "text"}.
      </PaneState>
    );
  }
  return <DiffView comparison={comparison.data} layout={layout} isJson={isJson} />;
}

type DiffFootProps = Pick<ComparedProps, "comparison"> & { onSwap: () => void; onClear: (() => void) | null };

function DiffFoot({ comparison, onSwap, onClear }: DiffFootProps) {
  const count = useMemo(() => (comparison.data ? countChanges(comparison.data.runs) : null), [comparison.data]);
  return (
    <PageFoot
      hints={
        <>
          <KeyHint keys={["N"]}>next change</KeyHint>
          <KeyHint keys={["[", "]"]}>older, newer</KeyHint>
          <KeyHint keys={["S"]}>swap A and B</KeyHint>
        </>
      }
    >
      {count === null ? (
        <span>Comparing</span>
      ) : (
        <>
          <span>{countOf(count.changes, "change")}</span>
          <span>
            <span className="text-ok">+{countOf(count.added, "line")}</span>,{" "}
            <span className="text-err">
              {MINUS}
              {countOf(count.removed, "line")}
            </span>
          </span>
        </>
      )}
      <Button kind="ghost" size="small" aria-label="Swap A and B" onClick={onSwap} className="max-md:h-6">
        <ArrowLeftRight size={12} strokeWidth={2} aria-hidden="true" />
        Swap
      </Button>
      {onClear ? (
        <Button kind="ghost" size="small" onClick={onClear} className="max-md:h-6">
          Clear A and B
        </Button>
      ) : null}
    </PageFoot>
  );
}

/** What one side holds: the value of its version, or the source where the version is an op. */
function useSide({ workspace, object }: ObjectPaneProps, name: string | null, as: "json" | "text") {
  const read = useObjectValue(workspace, object, name);
  const val = read.data?.obj.val;
  const content = useMemo(() => contentOf(val), [val]);
  const isSource = as === "text" && content.type === "code";
  const file = useFile(workspace, isSource ? content.file.digest : null);
  const digest = read.data?.obj.digest;
  const value = useMemo((): NamedValue | null => {
    if (digest === undefined) return null;
    if (!isSource) return { key: digest, value: val };
    return file.data ? { key: `${digest} source`, value: new TextDecoder().decode(file.data) } : null;
  }, [digest, isSource, val, file.data]);
  const failed = [read, file].find((query) => query.isError);
  return {
    name,
    value,
    failure: failed ? failureOf(failed.error) : null,
    retry: () => void failed?.refetch(),
  };
}
