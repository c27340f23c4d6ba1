import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { KeyHint } from "@/components/ui/key-cap";
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
          <KeyHint keys={["J", "K"]}>move</KeyHint>
          <KeyHint keys={["↵"]}>open {noun}</KeyHint>
          <KeyHint keys={["?"]}>all keys</KeyHint>
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
