import { pages } from "@/lib/address/page-list";

/** Keys that work at one place. */
export interface KeyGroup {
  readonly title: string;
  /** The addresses under a workspace where they work; without it they work everywhere. */
  readonly at?: RegExp;
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
    at: /^(?:traces|threads)$/,
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
    at: /^traces(?:\/|$)/,
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
    at: /^traces\/./,
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
    at: /^compare$/,
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
    at: /^threads$/,
    keys: [
      [["J", "K"], "thread"],
      [["↑", "↓"], "turn of the open thread"],
      [["T"], "trace of the turn"],
    ],
  },
  {
    title: "Rollouts",
    at: /^training\/[^/]+\/rollouts$/,
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
    at: /^tables$/,
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
    at: /^playground$/,
    keys: [
      [["P"], "open a model's call here"],
      [["⌘", "↵"], "run the column that has the focus, else all"],
      [["⌘", "⇧", "↵"], "run all columns"],
      [["Esc"], "stop what runs"],
      [["⌘", "D"], "copy the column"],
    ],
  },
  {
    title: "Thread",
    at: /^threads\/./,
    keys: [
      [["↑", "↓"], "turn"],
      [["N"], "next turn with an error"],
      [["T"], "trace of the turn"],
      [["[", "]"], "previous and next thread"],
    ],
  },
  {
    title: "Overview",
    at: /^overview$/,
    keys: [
      [["J", "K"], "op"],
      [["↵"], "its traces"],
      [["F"], "filter"],
      [["R"], "ask again"],
    ],
  },
  {
    title: "Objects",
    at: /^objects$/,
    keys: [
      [["J", "K"], "object or version"],
      [["←", "→"], "fold and unfold"],
      [["[", "]"], "older and newer version"],
      [["A", "B"], "set the sides of a comparison"],
      [["S"], "swap the sides"],
      [["N"], "next change"],
      [["F"], "filter"],
      [["Y"], "copy the digest"],
    ],
  },
  {
    title: "Costs",
    at: /^costs$/,
    keys: [
      [["J", "K"], "price record, or line of the spend"],
      [["H"], "history of the model"],
      [["⌘", "C"], "copy the row"],
      [["↵"], "traces of the line"],
    ],
  },
  {
    title: "Models and training jobs",
    at: /^(?:models|training)$/,
    keys: [
      [["J", "K"], "move"],
      [["↵"], "open"],
      [["X"], "select the job"],
      [["C"], "compare what is selected"],
    ],
  },
  {
    title: "Training job, and jobs beside each other",
    at: /^training\/(?!new$)[^/]+$/,
    keys: [
      [["←", "→"], "step"],
      [["⇧", "←", "→"], "five steps"],
      [["L"], "follow the live end"],
      [["C"], "chat with the newest checkpoint of a job"],
    ],
  },
  {
    title: "New job",
    at: /^training\/new$/,
    keys: [
      [["N"], "next problem"],
      [["X"], "leave the group out, or take it in again"],
      [["⌘", "↵"], "start"],
    ],
  },
  {
    title: "Checkpoint arena",
    at: /^models\/[^/]+\/arena$/,
    keys: [
      [["J", "K"], "prompt"],
      [["←", "→"], "column"],
      [["P"], "pin the column"],
      [["D"], "word diff on and off"],
      [["R"], "run the cell again"],
      [["W"], "whole row"],
      [["1", "0"], "mark the answer good or bad"],
      [["↵"], "open in the playground"],
      [["⌘", "↵"], "run all"],
    ],
  },
  {
    title: "Import",
    at: /^import$/,
    keys: [
      [["O"], "choose a file"],
      [["⌘", "↵"], "import"],
      [["Esc"], "stop"],
    ],
  },
];

/** All keys, those of the page at an address first, each with whether it works there alone. */
export function keyGroups(pathname: string): readonly (KeyGroup & { readonly isHere: boolean })[] {
  const place = pathname.split("/").slice(2).join("/");
  const marked = groups.map((group) => ({ ...group, isHere: group.at?.test(place) ?? false }));
  return [...marked.filter(({ isHere }) => isHere), ...marked.filter(({ isHere }) => !isHere)];
}
