import { compareTool } from "./compare";
import { figuresTool } from "./figures";
import { findCallsTool } from "./find-calls";
import { issuesTool } from "./issues";
import { listWorkspacesTool } from "./list-workspaces";
import { objectsTool } from "./objects";
import { pricesTool } from "./prices";
import { readCallTool } from "./read-call";
import { readTraceTool } from "./read-trace";
import { runCompletionTool } from "./run-completion";
import { threadsTool } from "./threads";
import type { Tool } from "./tool";
import { trainingTool } from "./training";

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
  trainingTool,
  runCompletionTool,
];
