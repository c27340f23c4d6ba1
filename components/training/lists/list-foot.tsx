import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { KeyHint } from "@/components/keyboard/key-hint";
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
        <>
          <KeyHint at="training" keys={["j", "k"]}>
            move
          </KeyHint>
          <KeyHint at="training" keys={["Enter"]}>
            open {noun}
          </KeyHint>
          <KeyHint at="everywhere" keys={["?"]}>
            all keys
          </KeyHint>
        </>
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
