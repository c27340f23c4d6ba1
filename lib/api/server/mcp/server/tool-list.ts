import { compareTool } from "@/lib/api/server/mcp/tools/compare";
import { evaluationsTool } from "@/lib/api/server/mcp/tools/evaluations";
import { figuresTool } from "@/lib/api/server/mcp/tools/figures";
import { findCallsTool } from "@/lib/api/server/mcp/tools/find-calls";
import { issuesTool } from "@/lib/api/server/mcp/tools/issues";
import { listWorkspacesTool } from "@/lib/api/server/mcp/tools/list-workspaces";
import { objectsTool } from "@/lib/api/server/mcp/tools/objects";
import { pricesTool } from "@/lib/api/server/mcp/tools/prices";
import { querySqlTool } from "@/lib/api/server/mcp/tools/query-sql";
import { readCallTool } from "@/lib/api/server/mcp/tools/read-call";
import { readTraceTool } from "@/lib/api/server/mcp/tools/read-trace";
import { reviewQueuesTool } from "@/lib/api/server/mcp/tools/review-queues";
import { threadsTool } from "@/lib/api/server/mcp/tools/threads";
import type { Tool } from "@/lib/api/server/mcp/tools/tool";
import { trainingTool } from "@/lib/api/server/mcp/tools/training";
import { trainingRunsTool } from "@/lib/api/server/mcp/tools/training-runs";
import { watchesTool } from "@/lib/api/server/mcp/tools/watches";
import { runCompletionTool } from "@/lib/api/server/mcp/writing/run-completion";
import { startEvaluationTool } from "@/lib/api/server/mcp/writing/start-evaluation";
import { startTrainingRunTool } from "@/lib/api/server/mcp/writing/start-training-run";
import { writeTool } from "@/lib/api/server/mcp/writing/write";

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
  startTrainingRunTool,
  writeTool,
];
