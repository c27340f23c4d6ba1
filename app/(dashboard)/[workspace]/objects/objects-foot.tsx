import { PageFoot } from "@/components/layout/page-head";
import { Button } from "@/components/ui/button";
import { KeyHint } from "@/components/ui/key-cap";
import { countOf, formatCount } from "@/lib/format/count";
import type { ObjectList } from "./use-object-list";

/** What is loaded and found, then the keys of the list. */
export function ObjectsFoot({ list }: { list: ObjectList }) {
  const { pages, groups, found } = list;
  return (
    <PageFoot
      hints={
        <>
          <KeyHint keys={["J", "K"]}>move</KeyHint>
          <KeyHint keys={["A", "B"]}>set sides</KeyHint>
        </>
      }
    >
      <span>
        {pages.isPending
          ? "Asking"
          : pages.failure && groups.length === 0
            ? "Not known"
            : found === groups
              ? countOf(groups.length, "object")
              : `${formatCount(found.length)} of ${countOf(groups.length, "object")}`}
      </span>
      {pages.isLoadingMore ? (
        <span role="status">{formatCount(pages.versions.length)} versions so far</span>
      ) : pages.isPaused ? (
        <>
          <span>{formatCount(pages.versions.length)} versions loaded, there are more</span>
          <Button kind="ghost" size="small" onClick={pages.loadMore}>
            Load more
          </Button>
        </>
      ) : null}
    </PageFoot>
  );
}
