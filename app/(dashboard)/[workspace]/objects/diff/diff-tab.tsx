"use client";

import { ArrowLeftRight } from "lucide-react";
import { useMemo, useState } from "react";
import { sizeOf } from "@/app/(dashboard)/[workspace]/objects/versions/describe-version";
import { CONFIRM_FROM_BYTES } from "@/app/(dashboard)/[workspace]/objects/versions/large-version";
import type { ObjectPaneProps } from "@/app/(dashboard)/[workspace]/objects/versions/object-pane-props";
import { PaneSkeleton } from "@/app/(dashboard)/[workspace]/objects/versions/pane-skeleton";
import { findVersion, versionLabel } from "@/app/(dashboard)/[workspace]/objects/versions/prepare-versions";
import { UnreadableVersion } from "@/app/(dashboard)/[workspace]/objects/versions/unreadable-version";
import { BigValue } from "@/app/(dashboard)/[workspace]/objects/versions/version-value";
import { useIsPhone } from "@/components/browser/use-is-phone";
import { DiffView } from "@/components/diff/diff-view";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { KeyCap } from "@/components/ui/key-cap";
import { PageFoot } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { countChanges } from "@/lib/diff/diff-rows";
import { countOf } from "@/lib/format/count";
import { MINUS } from "@/lib/format/missing";
import { comparedAs } from "./diff-controls";
import { DiffSide } from "./diff-side";
import { useVersionComparison, type VersionComparison } from "./use-version-comparison";

/** Compares two versions side by side. */
export function DiffTab(props: ObjectPaneProps) {
  const { workspace, object, chosen, params, nowMs, actions } = props;
  const { versions } = chosen.pages;
  const { a, b } = chosen.sides;
  const as = comparedAs(object, params, chosen.selected);
  const [allowed, setAllowed] = useState<string | null>(null);
  const bytes = useMemo(() => sizeOf(versions.filter(({ digest }) => digest === a || digest === b)), [versions, a, b]);
  const isHeld = bytes !== null && bytes > CONFIRM_FROM_BYTES && allowed !== `${a} ${b}`;
  const comparison = useVersionComparison(workspace, object, { a, b, bytes, as, isCached: isHeld });
  const isPhone = useIsPhone();
  if (a === null || b === null) {
    return (
      <PaneState kind="empty" title="Nothing to compare with">
        {versions.length === 1
          ? "This object has one version. Publish another version to compare them."
          : `${versionLabel(versions, b ?? "latest")} has no previous version. Choose another side with A or B.`}
      </PaneState>
    );
  }
  if (isHeld) return <BigValue bytes={bytes} onRead={() => setAllowed(`${a} ${b}`)} />;
  if (comparison.failure) {
    return (
      <UnreadableVersion
        failure={comparison.failure}
        object={object}
        name={versionLabel(versions, comparison.failed ?? withoutLists(versions, a, b))}
        onRetry={comparison.retry}
        onLatest={() => actions.change({ a: null, b: null, version: null })}
      />
    );
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

/** Returns the side that is not among the loaded versions: it is the one that could not be read. */
function withoutLists(versions: readonly ObjectVersion[], a: string, b: string): string {
  return findVersion(versions, a) === undefined ? a : b;
}

type ComparedProps = {
  isSame: boolean;
  comparison: Pick<VersionComparison, "data">;
  layout: "split" | "unified";
  isJson: boolean;
  labels: readonly [string, string];
};

function Compared({ isSame, comparison, layout, isJson, labels }: ComparedProps) {
  if (isSame) {
    return (
      <PaneState kind="no-match" title={`Both sides are ${labels[0]}`}>
        Choose another version and press A or B.
      </PaneState>
    );
  }
  if (!comparison.data) {
    return (
      <>
        <ProgressBar label="Comparing" className="flex-none" />
        <PaneSkeleton />
      </>
    );
  }
  if (comparison.data.runs.every((run) => run.isSame)) {
    return (
      <PaneState kind="no-match" title="No differences">
        {labels[0]} and {labels[1]} have the same {isJson ? "values" : "text"}.
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
        <KeyHints hints={[keyHint("diff", ["n"], "next change"), keyHint("objects", ["[", "]"], "older, newer")]} />
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
        <KeyCap className="max-md:hidden">S</KeyCap>
      </Button>
      {onClear ? (
        <Button kind="ghost" size="small" onClick={onClear} className="max-md:h-6">
          Clear A and B
        </Button>
      ) : null}
    </PageFoot>
  );
}
