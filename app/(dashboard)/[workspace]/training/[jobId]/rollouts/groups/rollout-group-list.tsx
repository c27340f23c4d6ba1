"use client";

import { usePathname } from "next/navigation";
import { useMemo, useRef } from "react";
import { useVirtualList } from "@/components/list/use-virtual-list";
import { rolloutSearch } from "@/components/training/trajectories/rollout-params";
import { formatCount } from "@/lib/format/count";
import type { GroupsControl } from "./groups-control";
import type { GroupListRow } from "./prepare-group-list";
import { RolloutGroupItem } from "./rollout-group-item";

const ROW_HEIGHT_PX = 32;
const CUT_HEIGHT_PX = 26;

type Line = { readonly kind: "group"; readonly row: GroupListRow } | { readonly kind: "flat"; readonly count: number };

/** Groups that can be trained on, then a line, then those without spread. Only lines on screen are drawn. */
export function RolloutGroupList({
  control,
}: {
  control: Pick<GroupsControl, "sections" | "choices" | "group" | "toGroup">;
}) {
  const { sections, choices, group } = control;
  const pathname = usePathname();
  const frame = useRef<HTMLElement>(null);
  const lines = useMemo<readonly Line[]>(
    () => [
      ...sections.trainable.map((row) => ({ kind: "group", row }) as const),
      ...(sections.flat.length > 0 ? [{ kind: "flat", count: sections.flat.length } as const] : []),
      ...sections.flat.map((row) => ({ kind: "group", row }) as const),
    ],
    [sections],
  );
  const list = useVirtualList(frame, {
    count: lines.length,
    itemPx: (index) => (lines[index]?.kind === "flat" ? CUT_HEIGHT_PX : ROW_HEIGHT_PX),
    overscan: 8,
    current: { index: lines.findIndex((line) => line.kind === "group" && line.row.index === group?.index) },
  });
  return (
    <section
      ref={frame}
      aria-label="List of groups"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto outline-offset-[-2px]"
    >
      <ul {...list.container}>
        {list.items.map((item) => {
          const line = lines[item.index];
          if (!line) return null;
          return (
            <li key={item.key} {...list.fixed(item)}>
              {line.kind === "flat" ? (
                <FlatLine count={line.count} />
              ) : (
                <RolloutGroupItem
                  row={line.row}
                  href={`${pathname}${rolloutSearch({ ...choices, group: line.row.index, trajectory: null, message: null })}`}
                  isShown={line.row.index === group?.index}
                  onOpen={() => control.toGroup(line.row)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function FlatLine({ count }: { count: number }) {
  return (
    <p
      title="All rewards of the group are equal, or there is only one: every advantage is zero"
      className="flex h-full items-center gap-2 border-b border-line bg-sunken pr-3.5 pl-4 text-micro text-ink-2 max-md:pl-3"
    >
      <i aria-hidden="true" className="h-2.5 w-3.5 rounded-bar bg-hatch-idle" />
      Zero variance, no signal
      <span className="ml-auto">{formatCount(count)}</span>
    </p>
  );
}
