"use client";

import type { ObjectActions } from "@/app/(dashboard)/[workspace]/objects/address/use-object-actions";
import type { ObjectRows } from "@/app/(dashboard)/[workspace]/objects/list/object-list";
import type { ListRow } from "@/app/(dashboard)/[workspace]/objects/list/prepare-object-rows";
import type { ChosenObject } from "@/app/(dashboard)/[workspace]/objects/versions/chosen-object";
import { adjacentVersion } from "@/app/(dashboard)/[workspace]/objects/versions/prepare-versions";
import { useKeys } from "@/components/keyboard/use-keys";

type KeysOf = { list: ObjectRows; chosen: ChosenObject; actions: ObjectActions; onSearch: () => void };

/** The keys of the page, as shown in its footers. */
export function useObjectKeys({ list, chosen, actions, onSearch }: KeysOf): void {
  const { rows, cursorIndex } = list;
  const { object, selected, sides, pages } = chosen;
  const select = (row: ListRow | undefined) => {
    if (row?.type === "object") actions.select(row.group.object, null, "replace");
    if (row?.type === "version") actions.select(row.group.object, row.version.digest, "replace");
  };
  const step = (by: 1 | -1) => {
    if (cursorIndex < 0) return select(rows[0]);
    let index = cursorIndex + by;
    if (rows[index]?.type === "more") index += by;
    return select(rows[index]);
  };
  const fold = (isOpen: boolean) => {
    const row = rows[cursorIndex];
    if (row && !list.isFlat) list.toggle(row.group.key, isOpen);
  };
  const move = (by: 1 | -1) => {
    const next = selected && adjacentVersion(pages.versions, selected, by);
    if (object && next) actions.select(object, next.digest, "replace");
  };
  const setSide = (side: "a" | "b") => {
    if (selected) actions.setSide(side, selected.digest);
  };
  useKeys("objects", {
    j: () => step(1),
    ArrowDown: () => step(1),
    k: () => step(-1),
    ArrowUp: () => step(-1),
    ArrowRight: () => fold(true),
    ArrowLeft: () => fold(false),
    "[": () => move(-1),
    "]": () => move(1),
    a: () => setSide("a"),
    b: () => setSide("b"),
    s: () => {
      if (sides.a !== null && sides.b !== null) actions.setSides(sides.b, sides.a);
    },
    y: () => selected && actions.copy(selected.digest, "Digest copied"),
    f: () => document.querySelector<HTMLElement>("[data-add-filter]")?.click(),
  });
  useKeys("everywhere", {
    "/": onSearch,
    Escape: () => {
      if (chosen.isPinned) actions.change({ a: null, b: null });
    },
  });
}
