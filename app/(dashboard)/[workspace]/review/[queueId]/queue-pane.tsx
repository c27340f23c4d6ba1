import type { ComponentProps } from "react";
import { Segmented } from "@/components/form/segmented";
import { formatCount } from "@/lib/format/count";
import { ItemList } from "./item-list";

type Shown = "all" | "open" | "disagree";

type QueuePaneProps = ComponentProps<typeof ItemList> & {
  show: Shown;
  onShow: (show: Shown) => void;
  openCount: number;
  disagreedCount: number;
};

/** The items of a queue: all, those that the reader can review, or those on which reviewers disagree. */
export function QueuePane({ show, onShow, openCount, disagreedCount, ...list }: QueuePaneProps) {
  return (
    <section
      aria-label="Queue"
      className="flex w-[262px] flex-none flex-col border-r border-line max-lg:max-h-[220px] max-lg:w-full max-lg:border-r-0 max-lg:border-b"
    >
      <div className="flex h-9 flex-none items-center border-b border-line px-3">
        <Segmented
          label="Items"
          size="small"
          value={show}
          segments={[
            { value: "all", label: "All" },
            { value: "open", label: `Open ${formatCount(openCount)}` },
            { value: "disagree", label: `Disagree ${formatCount(disagreedCount)}` },
          ]}
          onChange={onShow}
        />
      </div>
      <ItemList {...list} />
    </section>
  );
}
