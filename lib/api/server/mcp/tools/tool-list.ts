import { compareTool } from "./compare";
import { evaluationsTool } from "./evaluations";
import { figuresTool } from "./figures";
import { findCallsTool } from "./find-calls";
import { issuesTool } from "./issues";
import { listWorkspacesTool } from "./list-workspaces";
import { objectsTool } from "./objects";
import { pricesTool } from "./prices";
import { querySqlTool } from "./query-sql";
import { readCallTool } from "./read-call";
import { readTraceTool } from "./read-trace";
import { reviewQueuesTool } from "./review-queues";
import { runCompletionTool } from "./run-completion";
import { startEvaluationTool } from "./start-evaluation";
import { threadsTool } from "./threads";
import type { Tool } from "./tool";
import { trainingTool } from "./training";
import { trainingRunsTool } from "./training-runs";
import { watchesTool } from "./watches";

/** Every tool, in the order in which a server lists them. Few, because an agent reads all of their descriptions. */
export const tools: readonly Tool[] = [
  listWorkspacesTool,
  figuresTool,
  issuesTool,
  findCallsTool,
  readTraceTool,
  readCallTool,
  compareTool,
  threadsTool,
  objectsTool,
  pricesTool,
  querySqlTool,
  trainingTool,
  trainingRunsTool,
  evaluationsTool,
  reviewQueuesTool,
  watchesTool,
  runCompletionTool,
  startEvaluationTool,
];
