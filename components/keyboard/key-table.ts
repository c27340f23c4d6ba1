import { pages } from "@/lib/address/page-list";

/** Keys that do one thing, or a thing and its opposite. */
interface KeyRow {
  /** Names as `useKeys` takes them: `j`, `Shift+d`, `Mod+k` (Command or Control), `g t` (in sequence), `1-8` (any of them). */
  readonly keys: readonly string[];
  readonly label: string;
  /** Whether the focused element or the browser handles the keys, and `useKeys` does not. */
  readonly isLocal?: true;
}

/** Keys that work in one place. */
export interface KeyGroup {
  readonly title: string;
  /** Matches the part of the address after the workspace where the keys work; without it they work everywhere. */
  readonly at?: RegExp;
  readonly rows: readonly KeyRow[];
}

/**
 * Every key of the dashboard by where it works. `useKeys` accepts these keys only, and the keyboard help shows all of
 * them.
 */
export const keyTable = {
  everywhere: {
    title: "Everywhere",
    rows: [
      { keys: ["Mod+k"], label: "Search or jump to" },
      { keys: ["/"], label: "Search on this page" },
      { keys: ["?"], label: "Show all keys" },
      { keys: ["Mod+\\"], label: "Collapse or expand the navigation" },
      { keys: ["Shift+l"], label: "Turn live updates on or off" },
      { keys: ["Shift+d"], label: "Switch the theme" },
      { keys: ["Shift+c"], label: "Copy the link" },
      { keys: ["Escape"], label: "Close or clear" },
    ],
  },
  goTo: {
    title: "Go to",
    rows: pages.map((page) => ({ keys: [`g ${page.goKey}`] as const, label: page.label })),
  },
  palette: {
    title: "Search or jump to",
    rows: [
      { keys: ["ArrowUp", "ArrowDown"], label: "Move", isLocal: true },
      { keys: ["Enter"], label: "Open", isLocal: true },
    ],
  },
  list: {
    title: "Lists",
    at: /^(?:traces|threads)$/,
    rows: [
      { keys: ["j", "k", "ArrowDown", "ArrowUp"], label: "Move" },
      { keys: ["x"], label: "Select" },
      { keys: ["Shift+j", "Shift+k", "Shift+ArrowDown", "Shift+ArrowUp"], label: "Extend the selection" },
      { keys: ["Space"], label: "Peek" },
      { keys: ["Enter"], label: "Open" },
      { keys: ["Mod+Enter"], label: "Open in a new tab" },
      { keys: ["f"], label: "Filter" },
      { keys: ["v"], label: "Show facets" },
      { keys: ["s"], label: "Sort" },
      { keys: ["c"], label: "Compare the selection" },
      { keys: ["e"], label: "Export the selection" },
      { keys: ["y"], label: "Copy the id" },
    ],
  },
  call: {
    title: "Call details",
    at: /^traces(?:\/|$)/,
    rows: [
      { keys: ["1-8"], label: "Switch the tab" },
      { keys: ["m"], label: "Open the actions" },
      { keys: ["p"], label: "Open an LLM call in the playground" },
      { keys: ["r"], label: "Rename" },
      { keys: ["#", "Delete"], label: "Delete the call and its children" },
      { keys: ["z"], label: "Undo the deletion" },
      { keys: ["y"], label: "Copy the id" },
    ],
  },
  trace: {
    title: "Trace",
    at: /^traces\/./,
    rows: [
      { keys: ["j", "k", "ArrowDown", "ArrowUp"], label: "Move between calls" },
      { keys: ["ArrowLeft", "ArrowRight"], label: "Collapse or expand, or move between siblings" },
      { keys: ["Enter"], label: "Select the focused step of the graph", isLocal: true },
      { keys: [",", "."], label: "Go to the previous or next call of the op, or of the step" },
      { keys: ["n"], label: "Go to the next error" },
      { keys: ["w", "s"], label: "Zoom in and out" },
      { keys: ["a", "d"], label: "Pan left and right" },
      { keys: ["f"], label: "Zoom to the call" },
      { keys: ["0"], label: "Show the full trace" },
      { keys: ["t"], label: "Select the time of the call, or clear it" },
      { keys: ["Mod+wheel"], label: "Zoom at the pointer", isLocal: true },
      { keys: ["[", "]"], label: "Open the newer or older trace" },
    ],
  },
  compare: {
    title: "Compare",
    at: /^compare$/,
    rows: [
      { keys: ["j", "k", "ArrowDown", "ArrowUp"], label: "Move" },
      { keys: ["ArrowLeft", "ArrowRight"], label: "Collapse or expand" },
      { keys: ["n"], label: "Go to the next difference" },
      { keys: ["Shift+n"], label: "Go to the previous difference" },
      { keys: ["d"], label: "Show only differences" },
      { keys: ["s"], label: "Swap the base and the other side" },
    ],
  },
  threads: {
    title: "Threads",
    at: /^threads$/,
    rows: [
      { keys: ["ArrowDown", "ArrowUp"], label: "Move between turns of the open thread" },
      { keys: ["t"], label: "Open the trace of the turn" },
    ],
  },
  sql: {
    title: "SQL",
    at: /^sql$/,
    rows: [
      { keys: ["Mod+Enter"], label: "Run the query" },
      { keys: ["ArrowDown", "ArrowUp"], label: "Move between names", isLocal: true },
      { keys: ["Tab"], label: "Take the name", isLocal: true },
    ],
  },
  rollouts: {
    title: "Rollouts",
    at: /^training\/[^/]+\/rollouts$/,
    rows: [
      { keys: ["ArrowLeft", "ArrowRight"], label: "Move between steps" },
      { keys: ["j", "k"], label: "Move between groups" },
      { keys: ["h", "l"], label: "Move between trajectories" },
      { keys: ["ArrowDown", "ArrowUp"], label: "Move between messages" },
      { keys: ["p"], label: "Show or hide token probabilities" },
      { keys: ["r"], label: "Open the turn in the playground" },
    ],
  },
  tables: {
    title: "Tables",
    at: /^tables$/,
    rows: [
      { keys: ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"], label: "Move" },
      { keys: ["PageUp", "PageDown"], label: "Move by a page" },
      { keys: ["Home", "End"], label: "Go to the first or last column" },
      { keys: ["Mod+Home", "Mod+End"], label: "Go to the first or last row" },
      { keys: ["Space"], label: "Show or hide the full value" },
      { keys: ["Enter"], label: "Open the value and focus it" },
      { keys: ["Mod+c"], label: "Copy the value", isLocal: true },
      { keys: ["f"], label: "Filter by the value" },
      { keys: ["Shift+ArrowLeft", "Shift+ArrowRight"], label: "Move the column" },
      { keys: ["g g"], label: "Go to a row" },
    ],
  },
  playground: {
    title: "Playground",
    at: /^playground$/,
    rows: [
      { keys: ["Mod+Enter"], label: "Run the focused column, or all" },
      { keys: ["Mod+Shift+Enter"], label: "Run all columns" },
      { keys: ["Escape"], label: "Stop", isLocal: true },
      { keys: ["Mod+d"], label: "Duplicate the column" },
      { keys: ["+"], label: "Add a parameter" },
    ],
  },
  thread: {
    title: "Thread",
    at: /^threads\/./,
    rows: [
      { keys: ["j", "k", "ArrowDown", "ArrowUp"], label: "Move between turns" },
      { keys: ["n"], label: "Go to the next turn with an error" },
      { keys: ["v"], label: "Show messages rendered or raw" },
      { keys: ["t"], label: "Open the trace of the turn" },
      { keys: ["p"], label: "Open the turn's last model call in the playground" },
      { keys: ["[", "]"], label: "Open the previous or next thread" },
    ],
  },
  overview: {
    title: "Overview",
    at: /^overview$/,
    rows: [
      { keys: ["j", "k", "ArrowDown", "ArrowUp"], label: "Move between ops" },
      { keys: ["Enter"], label: "Open the traces of the op" },
      { keys: ["f"], label: "Filter" },
      { keys: ["r"], label: "Refresh" },
    ],
  },
  objects: {
    title: "Objects",
    at: /^objects$/,
    rows: [
      { keys: ["j", "k", "ArrowDown", "ArrowUp"], label: "Move" },
      { keys: ["ArrowLeft", "ArrowRight"], label: "Collapse or expand" },
      { keys: ["[", "]"], label: "Select the older or newer version" },
      { keys: ["a", "b"], label: "Set the sides of the comparison" },
      { keys: ["s"], label: "Swap the sides" },
      { keys: ["f"], label: "Filter" },
      { keys: ["y"], label: "Copy the digest" },
    ],
  },
  diff: {
    title: "Differences between two values",
    at: /^(?:objects|playground)$/,
    rows: [{ keys: ["n"], label: "Go to the next change" }],
  },
  evaluations: {
    title: "Evaluations",
    at: /^(?:evaluations|leaderboard)$/,
    rows: [
      { keys: ["j", "k", "ArrowDown", "ArrowUp"], label: "Move" },
      { keys: ["x"], label: "Select" },
      { keys: ["c"], label: "Compare the selection" },
      { keys: ["Enter"], label: "Open" },
    ],
  },
  evaluation: {
    title: "Evaluation and comparison",
    at: /^evaluations\/(?!new$|scoring)./,
    rows: [
      { keys: ["j", "k", "ArrowDown", "ArrowUp"], label: "Move between examples" },
      { keys: ["1-8"], label: "Show a trial" },
      { keys: ["d"], label: "Go to the next example whose trials disagree" },
      { keys: ["n"], label: "Go to the next failing example, or regression in a comparison" },
      { keys: ["ArrowLeft", "ArrowRight"], label: "Move between evaluations" },
      { keys: ["p"], label: "Set the baseline" },
      { keys: ["t"], label: "Open the trace" },
    ],
  },
  review: {
    title: "Review",
    at: /^review\/./,
    rows: [
      { keys: ["1-9"], label: "Answer the current question" },
      { keys: ["Tab"], label: "Go to the next question", isLocal: true },
      { keys: ["ArrowLeft", "ArrowRight"], label: "Change the answer", isLocal: true },
      { keys: ["Enter"], label: "Save and go to the next item" },
      { keys: ["Mod+Enter"], label: "Save from a text field" },
      { keys: ["j", "k"], label: "Move between items" },
      { keys: ["u"], label: "Go back to the item before" },
      { keys: ["s"], label: "Skip the item" },
      { keys: ["t"], label: "Open the trace" },
    ],
  },
  costs: {
    title: "Costs",
    at: /^costs$/,
    rows: [
      { keys: ["j", "k", "ArrowDown", "ArrowUp"], label: "Move" },
      { keys: ["h"], label: "Show the price history of the model" },
      { keys: ["Mod+c"], label: "Copy the row", isLocal: true },
      { keys: ["Enter"], label: "Open the traces of the row" },
    ],
  },
  training: {
    title: "Models, runs and training jobs",
    at: /^(?:models|runs|training)$/,
    rows: [
      { keys: ["j", "k", "ArrowDown", "ArrowUp"], label: "Move" },
      { keys: ["Enter"], label: "Open" },
    ],
  },
  selection: {
    title: "Comparison of runs or training jobs",
    at: /^(?:runs|training)$/,
    rows: [
      { keys: ["x"], label: "Select the run or job" },
      { keys: ["c"], label: "Compare the selection" },
    ],
  },
  crosshair: {
    title: "Charts of runs and training jobs",
    at: /^(?:runs|training)\/(?!new$)[^/]+$/,
    rows: [
      { keys: ["ArrowLeft", "ArrowRight"], label: "Move the crosshair by a step" },
      { keys: ["Shift+ArrowLeft", "Shift+ArrowRight"], label: "Move the crosshair by five steps" },
      { keys: ["l"], label: "Follow the latest step" },
    ],
  },
  job: {
    title: "Training job",
    at: /^training\/(?!(?:new|compare)$)[^/]+$/,
    rows: [{ keys: ["c"], label: "Chat with the job's newest checkpoint" }],
  },
  comparedRuns: {
    title: "Compared runs",
    at: /^runs\/compare$/,
    rows: [{ keys: ["a", "b", "c", "d", "e", "f"], label: "Show only this run, or all again" }],
  },
  newJob: {
    title: "New job",
    at: /^training\/new$/,
    rows: [
      { keys: ["n"], label: "Go to the next problem" },
      { keys: ["x"], label: "Exclude or include the group" },
      { keys: ["Mod+Enter"], label: "Start the job" },
    ],
  },
  newRun: {
    title: "New run",
    at: /^runs\/new$/,
    rows: [{ keys: ["Mod+Enter"], label: "Start the run" }],
  },
  newEvaluation: {
    title: "New evaluation",
    at: /^evaluations\/new$/,
    rows: [{ keys: ["Mod+Enter"], label: "Run the evaluation" }],
  },
  monitor: {
    title: "Monitor",
    at: /^evaluations\/scoring\/edit$/,
    rows: [{ keys: ["Mod+Enter"], label: "Save the monitor" }],
  },
  watch: {
    title: "Watch",
    at: /^watches\/edit$/,
    rows: [{ keys: ["Mod+Enter"], label: "Save the watch" }],
  },
  dashboard: {
    title: "Dashboard",
    at: /^dashboards\/[^/]+$/,
    rows: [
      { keys: ["e"], label: "Edit" },
      { keys: ["n"], label: "Add a panel" },
      { keys: ["j", "k"], label: "Choose the next or previous panel" },
      { keys: ["ArrowLeft", "ArrowRight"], label: "Move the panel" },
      { keys: ["Shift+ArrowLeft", "Shift+ArrowRight"], label: "Make the panel narrower or wider" },
      { keys: ["d"], label: "Duplicate the panel" },
      { keys: ["#", "Delete"], label: "Delete the panel" },
      { keys: ["z"], label: "Undo" },
      { keys: ["Mod+s"], label: "Save" },
      { keys: ["Escape"], label: "Stop editing" },
    ],
  },
  issues: {
    title: "Issues",
    at: /^issues$/,
    rows: [
      { keys: ["j", "k", "ArrowDown", "ArrowUp"], label: "Move between issues" },
      { keys: ["r"], label: "Resolve or reopen" },
      { keys: ["i"], label: "Ignore" },
      { keys: ["t"], label: "Open its calls in Traces" },
    ],
  },
  arena: {
    title: "Checkpoint arena",
    at: /^models\/[^/]+\/arena$/,
    rows: [
      { keys: ["j", "k", "ArrowDown", "ArrowUp"], label: "Move between prompts" },
      { keys: ["ArrowLeft", "ArrowRight"], label: "Move between columns" },
      { keys: ["p"], label: "Pin the column" },
      { keys: ["d"], label: "Show or hide the word diff" },
      { keys: ["r"], label: "Run the cell again" },
      { keys: ["w"], label: "Expand or collapse the row" },
      { keys: ["1", "0"], label: "Mark the answer good or bad" },
      { keys: ["Enter"], label: "Open in the playground" },
      { keys: ["Mod+Enter"], label: "Run all" },
      { keys: ["Escape"], label: "Stop", isLocal: true },
    ],
  },
  import: {
    title: "Import",
    at: /^import$/,
    rows: [
      { keys: ["o"], label: "Choose a file" },
      { keys: ["Mod+Enter"], label: "Import" },
      { keys: ["Escape"], label: "Stop" },
    ],
  },
  firstCall: {
    title: "First call of a project",
    rows: [
      { keys: ["1-4"], label: "Choose the client" },
      { keys: ["Mod+c"], label: "Copy the program", isLocal: true },
    ],
  },
  focused: {
    title: "A focused chart, JSON value or column header",
    rows: [
      { keys: ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"], label: "Move, collapse or expand", isLocal: true },
      { keys: ["Home", "End"], label: "Go to the first or last", isLocal: true },
      { keys: ["c", "p"], label: "Copy the JSON value or its path", isLocal: true },
      { keys: ["Mod+f"], label: "Find in the JSON value", isLocal: true },
      { keys: ["Shift+ArrowLeft", "Shift+ArrowRight"], label: "Move the column", isLocal: true },
    ],
  },
} as const satisfies Readonly<Record<string, KeyGroup>>;

export type KeyGroupId = keyof typeof keyTable;

type BoundKey<Row extends KeyRow> = Row extends { readonly isLocal: true } ? never : Row["keys"][number];

/** The keys of a group that `useKeys` binds. */
export type KeyOf<Group extends KeyGroupId> = BoundKey<(typeof keyTable)[Group]["rows"][number]>;

/** The keys of a group, also those that the focused element or the browser handles. */
export type NamedKey<Group extends KeyGroupId> = (typeof keyTable)[Group]["rows"][number]["keys"][number];

/** A group as the keyboard help shows it at an address. */
interface ShownKeyGroup extends KeyGroup {
  /** Whether its keys work on the page at the address and not everywhere. */
  readonly isHere: boolean;
}

/** All groups, those of the page at an address first. */
export function keyGroups(pathname: string): readonly ShownKeyGroup[] {
  const place = pathname.split("/").slice(2).join("/");
  const groups: readonly KeyGroup[] = Object.values(keyTable);
  const shown = groups.map((group) => ({ ...group, isHere: group.at?.test(place) ?? false }));
  return [...shown.filter(({ isHere }) => isHere), ...shown.filter(({ isHere }) => !isHere)];
}
