import { ChevronDown } from "lucide-react";
import { Tabs as Radix } from "radix-ui";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { classNames } from "@/lib/style/class-names";
import { Menu, MenuChoice } from "./menu";

export interface Tab<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** A number after the label, in ink-3. */
  readonly count?: number;
  readonly content: ReactNode;
}

type TabsProps<Value extends string> = {
  label: string;
  value: Value;
  tabs: readonly Tab<Value>[];
  onChange: (value: Value) => void;
  className?: string;
};

/** Width of the faded edge: tabs may continue behind it. */
const EDGE_PX = 24;

/** Tabs for different views of one subject. Only the selected one is mounted. */
export function Tabs<Value extends string>({ label, value, tabs, onChange, className }: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null);
  const isCrowded = useIsCrowded(list);
  // The outside system is the scroll position: a tab selected by a key or the address may be beyond the edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen tab is the reason to look again
  useEffect(() => {
    const chosen = list.current?.querySelector("[data-state=active]");
    const [tab, frame] = [chosen?.getBoundingClientRect(), list.current?.getBoundingClientRect()];
    if (!tab || !frame || !list.current) return;
    if (tab.left < frame.left) list.current.scrollLeft -= frame.left - tab.left + EDGE_PX;
    if (tab.right > frame.right - EDGE_PX) list.current.scrollLeft += tab.right - frame.right + EDGE_PX;
  }, [value]);
  return (
    <Radix.Root
      value={value}
      onValueChange={(chosen) => {
        const tab = tabs.find((candidate) => candidate.value === chosen);
        if (tab) onChange(tab.value);
      }}
      className={classNames("flex min-h-0 flex-1 flex-col", className)}
    >
      <div className="relative flex-none border-b border-line">
        <Radix.List
          ref={list}
          aria-label={label}
          className={classNames(
            "flex h-[33px] gap-0.5 overflow-x-auto overflow-y-hidden pr-6 pl-2 [mask-image:linear-gradient(to_right,black_calc(100%-24px),transparent)] [scrollbar-width:none]",
            isCrowded && "mr-8",
          )}
        >
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              className="relative inline-flex items-center gap-[5px] px-2 whitespace-nowrap text-ink-2 outline-offset-[-3px] after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 hover:text-ink data-[state=active]:font-medium data-[state=active]:text-ink data-[state=active]:after:bg-accent"
            >
              {tab.label}
              {tab.count === undefined ? null : <span className="text-micro font-normal text-ink-3">{tab.count}</span>}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {isCrowded ? <AllTabs label={label} value={value} tabs={tabs} onChange={onChange} /> : null}
      </div>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="flex min-h-0 flex-1 flex-col outline-offset-[-2px]">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

/** The menu of all tabs, shown if they do not fit. */
function AllTabs<Value extends string>({ label, value, tabs, onChange }: Omit<TabsProps<Value>, "className">) {
  return (
    <Menu
      label={`All tabs: ${label}`}
      align="end"
      trigger={
        <button
          type="button"
          aria-label={`All tabs: ${label}`}
          className="absolute inset-y-0 right-1 grid w-7 place-items-center rounded-chip text-ink-3 outline-offset-[-2px] hover:bg-hover hover:text-ink"
        >
          <ChevronDown size={14} strokeWidth={1.7} aria-hidden="true" />
        </button>
      }
    >
      {tabs.map((tab) => (
        <MenuChoice key={tab.value} isChosen={tab.value === value} onSelect={() => onChange(tab.value)}>
          {tab.label}
          {tab.count === undefined ? null : <span className="text-micro text-ink-3">{tab.count}</span>}
        </MenuChoice>
      ))}
    </Menu>
  );
}

/** True while the tabs are wider than their frame. */
function useIsCrowded(list: RefObject<HTMLElement | null>): boolean {
  const [isCrowded, setIsCrowded] = useState(false);
  // Synchronizes with the layout.
  useEffect(() => {
    const node = list.current;
    const frame = node?.parentElement;
    if (!node || !frame) return;
    // Compared with the whole frame: the width of the menu must not decide whether it is needed.
    const observer = new ResizeObserver(() => setIsCrowded(node.scrollWidth > frame.clientWidth));
    observer.observe(frame);
    for (const tab of node.children) observer.observe(tab);
    return () => observer.disconnect();
  }, [list]);
  return isCrowded;
}
