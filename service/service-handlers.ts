import { SOURCES_EXTENSION } from "@/lib/api/contract/calls/call-sources";
import { allOperations } from "@/lib/api/contract/operations";
import { completionHandlers, providerHandlers } from "./completion/operations/completion-handlers";
import type { ProviderSettings } from "./completion/provider-settings";
import { type EvaluationParts, evaluationHandlers } from "./evaluation/operations/evaluation-handlers";
import { type InstallationParts, installationHandlers, keyHandlers } from "./http/operations/installation-handlers";
import { serverInfoHandler } from "./http/operations/server-info";
import { objectHandlers } from "./objects/operations/object-handlers";
import type { Handlers } from "./traces/handlers/handlers";
import { type TraceParts, traceHandlers } from "./traces/operations/trace-handlers";
import { type TrainingParts, trainingHandlers } from "./training/operations/training-handlers";
import { watchHandlers } from "./watches/operations/watch-handlers";
import type { WatchParts } from "./watches/watch-parts";

/** The parts of the service that only some handlers use. */
interface HandledParts extends InstallationParts, TraceParts, TrainingParts {
  readonly settings: ProviderSettings;
  readonly evaluations: EvaluationParts;
  readonly watches: WatchParts;
}

/** The handlers of all houses. `version` is Heddle's version. */
export function serviceHandlers(version: string, parts: HandledParts): Handlers {
  const offered = {
    ...installationHandlers(parts),
    ...traceHandlers(parts),
    ...objectHandlers,
    ...completionHandlers,
    ...evaluationHandlers(parts.evaluations),
    ...trainingHandlers(parts),
    ...watchHandlers(parts.watches),
  };
  const extensions = allOperations.filter(({ standing, id }) => standing === "extension" && Object.hasOwn(offered, id));
  return {
    ...offered,
    ...keyHandlers(parts.state),
    ...providerHandlers(parts.settings),
    serverInfo: serverInfoHandler([...extensions.map(({ id }) => id), "serverInfo", SOURCES_EXTENSION], version),
  };
}
