import { distance } from "fastest-levenshtein";
import { pages } from "./page-list";

/** A page that an address may have meant, below its workspace. */
interface LikelyPage {
  readonly label: string;
  /** Without a slash at its beginning. */
  readonly path: string;
}

/** Other words for pages, as people and other tools use them. */
const OTHER_NAMES: Readonly<Record<string, LikelyPage>> = {
  prompts: { label: "Objects", path: "objects" },
  datasets: { label: "Tables", path: "tables" },
  ops: { label: "Objects", path: "objects?kind=op" },
  calls: { label: "Traces", path: "traces" },
  spans: { label: "Traces", path: "traces" },
  sessions: { label: "Threads", path: "threads" },
  conversations: { label: "Threads", path: "threads" },
  evals: { label: "Evaluations", path: "evaluations" },
  experiments: { label: "Evaluations", path: "evaluations" },
  monitors: { label: "Scoring", path: "evaluations/scoring" },
  scoring: { label: "Scoring", path: "evaluations/scoring" },
  queues: { label: "Review", path: "review" },
  annotations: { label: "Review", path: "review" },
  errors: { label: "Issues", path: "issues" },
  alerts: { label: "Watches", path: "watches" },
  prices: { label: "Costs", path: "costs" },
  spend: { label: "Costs", path: "costs" },
  usage: { label: "Costs", path: "costs" },
  checkpoints: { label: "Models", path: "models" },
  jobs: { label: "Training jobs", path: "training" },
  "training-jobs": { label: "Training jobs", path: "training" },
  "training-runs": { label: "Training runs", path: "runs" },
  query: { label: "SQL", path: "sql" },
  home: { label: "Overview", path: "overview" },
};

const NAMES: ReadonlyMap<string, LikelyPage> = new Map([
  ...Object.entries(OTHER_NAMES),
  ...pages.filter(({ id }) => id !== "settings").map(({ id, label }) => [id, { label, path: id }] as const),
]);

/** One letter in four may be wrong, and one more or less is the plural. */
const LETTERS_PER_MISTAKE = 4;

/** Returns the page that a wrong address below a workspace most likely means; null where no name is like it. */
export function likelyPage(segment: string): LikelyPage | null {
  const name = segment.toLowerCase().replaceAll("_", "-");
  const [near] = [...NAMES]
    .map(([known, page]) => ({ page, mistakes: distance(name, known) }))
    .filter(({ mistakes }) => mistakes <= Math.ceil(name.length / LETTERS_PER_MISTAKE))
    .sort((left, right) => left.mistakes - right.mistakes);
  return near?.page ?? null;
}
