import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { classNames } from "./class-names";

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

/** Different things about one subject. Only the chosen one is mounted. */
export function Tabs<Value extends string>({ label, value, tabs, onChange, className }: TabsProps<Value>) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(chosen) => {
        const tab = tabs.find((candidate) => candidate.value === chosen);
        if (tab) onChange(tab.value);
      }}
      className={classNames("flex min-h-0 flex-1 flex-col", className)}
    >
      <Radix.List
        aria-label={label}
        className="flex h-[34px] flex-none gap-0.5 overflow-x-auto overflow-y-hidden border-b border-line px-2 [scrollbar-width:none]"
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
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="flex min-h-0 flex-1 flex-col outline-offset-[-2px]">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
