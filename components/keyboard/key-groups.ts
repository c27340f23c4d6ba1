import { pages } from "@/lib/address/page-list";

/** The keys that work in one part of the dashboard. */
export interface KeyGroup {
  readonly title: string;
  /** The addresses under a workspace where they work; they work everywhere if absent. */
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
      [["V"], "show facets"],
      [["S"], "sort"],
      [["C"], "compare what is selected"],
      [["E"], "export"],
      [["Y"], "copy id"],
    ],
  },
  {
    title: "Call, in the peek panel and on its trace page",
    at: /^traces(?:\/|$)/,
    keys: [
      [["1", "…", "8"], "tabs of its details"],
      [["M"], "all actions"],
      [["P"], "open the model call in the playground"],
      [["R"], "rename"],
      [["#"], "delete call and children"],
      [["Z"], "undo the deletion"],
    ],
  },
  {
    title: "Trace",
    at: /^traces\/./,
    keys: [
      [["↑", "↓"], "previous and next call"],
      [["←", "→"], "collapse and expand"],
      [[",", "."], "previous and next call of the same op"],
      [["N"], "next error"],
      [["W", "S"], "zoom in and out"],
      [["A", "D"], "pan"],
      [["F"], "zoom to call"],
      [["0"], "full trace"],
      [["⌘", "wheel"], "zoom around the pointer"],
      [["[", "]"], "newer and older trace"],
    ],
  },
  {
    title: "Compare",
    at: /^compare$/,
    keys: [
      [["↑", "↓"], "previous and next row"],
      [["←", "→"], "collapse and expand"],
      [["N"], "next difference"],
      [["⇧", "N"], "previous difference"],
      [["D"], "show only differences"],
      [["S"], "swap base and other side"],
    ],
  },
  {
    title: "Threads",
    at: /^threads$/,
    keys: [
      [["J", "K"], "thread"],
      [["↑", "↓"], "previous and next turn"],
      [["T"], "open trace of the turn"],
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
      [["P"], "show token probabilities"],
      [["R"], "open turn in the playground"],
    ],
  },
  {
    title: "Tables",
    at: /^tables$/,
    keys: [
      [["↑", "↓", "←", "→"], "cell"],
      [["Space"], "open cell value"],
      [["↵"], "edit cell"],
      [["⌘", "C"], "copy value"],
      [["F"], "filter by this value"],
      [["⇧", "←", "→"], "move column"],
      [["G", "G"], "go to row"],
    ],
  },
  {
    title: "Playground",
    at: /^playground$/,
    keys: [
      [["P"], "load a model call here"],
      [["⌘", "↵"], "run the focused column, or all"],
      [["⌘", "⇧", "↵"], "run all columns"],
      [["Esc"], "stop running"],
      [["⌘", "D"], "copy column"],
    ],
  },
  {
    title: "Thread",
    at: /^threads\/./,
    keys: [
      [["↑", "↓"], "turn"],
      [["N"], "next turn with an error"],
      [["T"], "open trace of the turn"],
      [["[", "]"], "previous and next thread"],
    ],
  },
  {
    title: "Overview",
    at: /^overview$/,
    keys: [
      [["J", "K"], "op"],
      [["↵"], "open traces"],
      [["F"], "filter"],
      [["R"], "refresh"],
    ],
  },
  {
    title: "Objects",
    at: /^objects$/,
    keys: [
      [["J", "K"], "object or version"],
      [["←", "→"], "collapse and expand"],
      [["[", "]"], "older and newer version"],
      [["A", "B"], "choose the sides of a comparison"],
      [["S"], "swap the sides"],
      [["N"], "next change"],
      [["F"], "filter"],
      [["Y"], "copy digest"],
    ],
  },
  {
    title: "Costs",
    at: /^costs$/,
    keys: [
      [["J", "K"], "previous and next row"],
      [["H"], "show price history"],
      [["⌘", "C"], "copy row"],
      [["↵"], "open traces of the row"],
    ],
  },
  {
    title: "Models and training jobs",
    at: /^(?:models|training)$/,
    keys: [
      [["J", "K"], "move"],
      [["↵"], "open"],
      [["X"], "select job"],
      [["C"], "compare selected"],
    ],
  },
  {
    title: "Training job, and job comparison",
    at: /^training\/(?!new$)[^/]+$/,
    keys: [
      [["←", "→"], "step"],
      [["⇧", "←", "→"], "move five steps"],
      [["L"], "follow the live end"],
      [["C"], "chat with the newest checkpoint"],
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
      [["P"], "pin column"],
      [["D"], "toggle word diff"],
      [["R"], "run cell again"],
      [["W"], "run full row"],
      [["1", "0"], "rate answer good or bad"],
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

/** All keys, those of the current page first, each marked whether it works only there. */
export function keyGroups(pathname: string): readonly (KeyGroup & { readonly isHere: boolean })[] {
  const place = pathname.split("/").slice(2).join("/");
  const marked = groups.map((group) => ({ ...group, isHere: group.at?.test(place) ?? false }));
  return [...marked.filter(({ isHere }) => isHere), ...marked.filter(({ isHere }) => !isHere)];
}
