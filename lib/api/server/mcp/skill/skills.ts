import { datasetSkill } from "./dataset-skill";
import { debuggingSkill } from "./debugging-skill";
import { evaluationSkill } from "./evaluation-skill";
import { instrumentingSkill } from "./instrumenting-skill";
import type { Skill } from "./skill";
import { trainingSkill } from "./training-skill";

/** Every skill, in the order in which a server lists them. */
export const skills: readonly Skill[] = [
  debuggingSkill,
  evaluationSkill,
  datasetSkill,
  trainingSkill,
  instrumentingSkill,
];
