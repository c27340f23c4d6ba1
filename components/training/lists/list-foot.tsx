import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { Button } from "@/components/ui/button";
import { PageFoot } from "@/components/ui/page-head";

type ListFootProps = {
  /** The noun of a row: `job`, `model`. */
  noun: string;
  list: Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
  children: ReactNode;
};

/** The footer of a paged list: its sort, Load more, its keys. */
export function ListFoot({ noun, list, children }: ListFootProps) {
  return (
    <PageFoot
      hints={
        <KeyHints
          hints={[
            keyHint("training", ["j", "k"], "move"),
            keyHint("training", ["Enter"], `open ${noun}`),
            keyHint("everywhere", ["?"], "all keys"),
          ]}
        />
      }
    >
      {children}
      {list.hasNextPage ? (
        <Button size="small" isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Load more
        </Button>
      ) : null}
    </PageFoot>
  );
}
