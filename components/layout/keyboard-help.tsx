"use client";

import { Dialog } from "@/components/ui/dialog";
import { KeyCap } from "@/components/ui/key-cap";
import { pages } from "./page-list";

interface KeyGroup {
  readonly title: string;
  readonly keys: readonly (readonly [readonly string[], string])[];
}

const groups: readonly KeyGroup[] = [
  {
    title: "Everywhere",
    keys: [
      [["⌘", "K"], "search or jump to"],
      [["/"], "search on this page"],
      [["?"], "all keys"],
      [["⌘", "\\"], "collapse or expand the navigation"],
      [["⇧", "L"], "live"],
      [["⇧", "D"], "theme"],
      [["⇧", "C"], "copy link"],
      [["Esc"], "close or clear"],
    ],
  },
  { title: "Go to", keys: pages.map((page) => [["G", page.goKey.toUpperCase()], page.label.toLowerCase()] as const) },
  {
    title: "Lists",
    keys: [
      [["J", "K"], "move"],
      [["X"], "select"],
      [["⇧", "J", "K"], "extend the selection"],
      [["Space"], "peek"],
      [["↵"], "open"],
      [["F"], "filter"],
      [["V"], "values with counts"],
      [["S"], "sort"],
      [["C"], "compare what is selected"],
      [["E"], "export"],
      [["Y"], "copy id"],
    ],
  },
  {
    title: "A call, in the peek and on its trace",
    keys: [
      [["1", "…", "8"], "parts of its details"],
      [["M"], "all that can be done with it"],
      [["P"], "open the call of a model in the playground"],
      [["R"], "rename"],
      [["#"], "delete with all below it"],
      [["Z"], "undo the deletion"],
    ],
  },
  {
    title: "Trace",
    keys: [
      [["↑", "↓"], "call before and after"],
      [["←", "→"], "fold and unfold"],
      [[",", "."], "same op before and after"],
      [["N"], "next error"],
      [["W", "S"], "zoom in and out"],
      [["A", "D"], "pan"],
      [["F"], "zoom to the call"],
      [["0"], "whole trace"],
      [["⌘", "wheel"], "zoom about the pointer"],
      [["[", "]"], "newer and older trace"],
    ],
  },
  {
    title: "Compare",
    keys: [
      [["↑", "↓"], "row before and after"],
      [["←", "→"], "fold and unfold"],
      [["N"], "next difference"],
      [["⇧", "N"], "difference before"],
      [["D"], "only differences"],
      [["S"], "swap the base and the other side"],
    ],
  },
  {
    title: "Threads",
    keys: [
      [["J", "K"], "thread"],
      [["↑", "↓"], "turn of the open thread"],
      [["T"], "trace of the turn"],
    ],
  },
  {
    title: "Rollouts",
    keys: [
      [["←", "→"], "step"],
      [["J", "K"], "group"],
      [["H", "L"], "trajectory"],
      [["↑", "↓"], "message"],
      [["P"], "token probabilities"],
      [["R"], "open the turn in the playground"],
    ],
  },
  {
    title: "Tables",
    keys: [
      [["↑", "↓", "←", "→"], "cell"],
      [["Space"], "look into the cell"],
      [["↵"], "work in the cell"],
      [["⌘", "C"], "copy the value"],
      [["F"], "only rows with the value"],
      [["⇧", "←", "→"], "move the column"],
      [["G", "G"], "go to row"],
    ],
  },
  {
    title: "Playground",
    keys: [
      [["P"], "open a model's call here"],
      [["⌘", "↵"], "run the column that has the focus, else all"],
      [["⌘", "⇧", "↵"], "run all columns"],
      [["Esc"], "stop what runs"],
      [["⌘", "D"], "copy the column"],
    ],
  },
];

/** Every key of the page, by where it works. */
export function KeyboardHelp({ isOpen, onOpenChange }: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Keyboard"
      description="Single keys rest while a text field has the focus. ⌘ is Ctrl where there is no Command key."
      className="w-[min(560px,calc(100vw-24px))]"
    >
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {groups.map((group) => (
          <section key={group.title}>
            <h3 className="mb-1 text-micro font-medium text-ink-3">{group.title}</h3>
            <dl className="grid gap-1.5 text-small">
              {group.keys.map(([keys, does]) => (
                <div key={does} className="flex items-center gap-2">
                  <dt className="flex w-20 flex-none gap-1">
                    {keys.map((key, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: a key may be pressed twice, and their order never changes
                      <KeyCap key={index}>{key}</KeyCap>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
