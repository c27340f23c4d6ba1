import type { Board } from "@/app/(dashboard)/[workspace]/leaderboard/ranking/use-board";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { Button } from "@/components/ui/button";
import { PageFoot } from "@/components/ui/page-head";
import { COUNTING_RULE } from "@/lib/evaluation/runs/counting-words";
import { countOf } from "@/lib/format/count";

/** The number of models, what could not be read, and the keys of the page. */
export function BoardFoot({ board, shownCount }: { board: Board; shownCount: number }) {
  const { pairs, unreadCount } = board;
  return (
    <PageFoot
      hints={
        <KeyHints
          hints={[
            keyHint("evaluations", ["j", "k"], "move"),
            keyHint("evaluations", ["x"], "select"),
            keyHint("evaluations", ["c"], "compare"),
            keyHint("evaluations", ["Enter"], "open evaluation"),
          ]}
        />
      }
    >
      <span title={COUNTING_RULE}>
        {countOf(shownCount, "model")}, newest evaluation of each; failed is 0, missing left out
      </span>
      {unreadCount > 0 ? (
        <span className="text-warn">{countOf(unreadCount, "older evaluation")} without values</span>
      ) : null}
      {pairs.failure === null ? (
        <span>● best, ≈ within noise of it; shared ranks are ties within noise</span>
      ) : (
        <span role="alert" className="flex min-w-0 items-center gap-2 text-err">
          <span className="truncate">Could not compare the models: {pairs.failure.message}</span>
          <Button kind="ghost" size="small" onClick={pairs.retry}>
            Retry
          </Button>
        </span>
      )}
    </PageFoot>
  );
}
