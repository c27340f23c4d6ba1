"use client";

import { useRouter } from "next/navigation";
import type { SetValues } from "nuqs";
import { endOf } from "@/app/(dashboard)/[workspace]/compare/alignment/prepare-lines";
import type { Aligned } from "@/app/(dashboard)/[workspace]/compare/alignment/use-alignment";
import { type Compared, movedBy } from "@/app/(dashboard)/[workspace]/compare/sides/read-compared-ids";
import { type ComparedKind, compareHref } from "@/lib/address/compare-href";
import type { Workspace } from "@/lib/workspace/workspace";
import type { compareParams } from "./search-params";

type CompareContext = {
  workspace: Workspace;
  compared: Compared;
  aligned: Aligned;
  setParams: SetValues<typeof compareParams>;
};

/** The actions on a comparison. Sides are identified by column, rows by index. */
export interface CompareActions {
  readonly select: (index: number) => void;
  /** Selects the visible row before or after the selected one. */
  readonly step: (by: 1 | -1) => void;
  readonly stepDifference: (by: 1 | -1) => void;
  readonly foldSelected: (isFolded: boolean) => void;
  readonly swap: () => void;
  readonly focusSide: (at: number) => void;
  readonly onBase: (at: number) => void;
  readonly onMove: (at: number, by: 1 | -1) => void;
  readonly onRemove: (at: number) => void;
  readonly add: (ids: readonly string[]) => void;
  /** Null when calls and threads have no equivalents. */
  readonly changeKind: ((kind: ComparedKind) => void) | null;
  readonly leave: () => void;
}

/** Returns the actions on a comparison: all of them change the URL. */
export function useCompareActions({ workspace, compared, aligned, setParams }: CompareContext): CompareActions {
  const router = useRouter();
  const { base, column, sources, kind } = compared;
  const { rows, lines, selected, differences } = aligned;
  const ids = sources.map(({ id }) => id);
  const idOf = (at: number) => ids[at] ?? null;
  const setIds = (next: readonly string[]) => void setParams({ [kind]: [...next] });

  const select = (index: number) => {
    const row = rows[index];
    const node = row?.members[base] ?? row?.members.find((member) => member);
    aligned.reveal(index);
    void setParams({ sel: index === 0 ? null : (node?.id ?? null) });
  };
  return {
    select,
    step(by: 1 | -1) {
      const shown = lines.flatMap((line) => (line.kind === "row" ? [line.index] : []));
      const after = shown.find((index) => index > selected);
      const before = shown.findLast((index) => index < selected);
      const next = by > 0 ? after : before;
      if (next !== undefined) select(next);
    },
    stepDifference(by: 1 | -1) {
      const after = differences.find((index) => index > selected) ?? differences[0];
      const before = differences.findLast((index) => index < selected) ?? differences.at(-1);
      const next = by > 0 ? after : before;
      if (next !== undefined) select(next);
    },
    foldSelected(isFolded: boolean) {
      const row = rows[selected];
      if (!row) return;
      const isOpen =
        row.childCount > 0 && lines.some((line) => line.kind === "row" && line.index === selected && !line.isFolded);
      if (!isFolded) aligned.fold(row.key, false);
      else if (isOpen && endOf(rows, selected) > selected + 1) aligned.fold(row.key, true);
      else if (row.parent >= 0) select(row.parent);
    },
    swap() {
      void setParams({ base: idOf(column), with: idOf(base) });
    },
    focusSide(at: number) {
      void setParams({ with: idOf(at) });
    },
    onBase(at: number) {
      void setParams({ base: at === 0 ? null : idOf(at), with: at === column ? idOf(base) : idOf(column) });
    },
    onMove(at: number, by: 1 | -1) {
      // The base stays the same side when its position changes.
      void setParams({ base: idOf(base), with: idOf(column), [kind]: [...movedBy(ids, at, by)] });
    },
    onRemove(at: number) {
      setIds(ids.filter((_, other) => other !== at));
    },
    add(added: readonly string[]) {
      setIds([...ids, ...added]);
    },
    changeKind: kindChange(workspace, aligned, kind, (href) => router.push(href)),
    leave() {
      router.push(`/${workspace.slug}/${kind === "threads" ? "threads" : "traces"}`);
    },
  };
}

/** Calls can be shown as threads when each is in one of its own; threads as their last turns. */
function kindChange(workspace: Workspace, { sides }: Aligned, kind: ComparedKind, open: (href: string) => void) {
  const roots = sides.map((side) => side?.roots[0] ?? null);
  const threads = roots.flatMap((root) =>
    root === null ? [] : (root.call?.thread_id ?? (root.call === null ? root.id : [])),
  );
  const calls = roots.flatMap((root) => (root === null ? [] : ((root.call ?? root.children.at(-1)?.call)?.id ?? [])));
  const isPossible = sides.length > 1 && new Set(threads).size === sides.length && calls.length === sides.length;
  if (!isPossible) return null;
  return (next: ComparedKind) => {
    if (next !== kind) open(compareHref(workspace.slug, next, next === "threads" ? threads : calls));
  };
}
