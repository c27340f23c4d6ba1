import type { Logger } from "pino";
import type { UnfinishedImports } from "@/service/kernel/access/unfinished-imports";
import type { ProviderSettings } from "./completion/provider-settings";
import { RepeatedStep } from "./kernel/concurrency/repeated-step";
import type { Redaction } from "./traces/redaction/redaction";

/** Time within which what is set at one service is known to all that share the database. */
const LOOK_MS = 1_000;

interface SharedSettings {
  readonly settings: ProviderSettings;
  readonly redaction: Redaction;
  readonly imports: UnfinishedImports;
}

/** Reads from time to time what other services that share the state have set. */
export function lookAtSettings({ settings, redaction, imports }: SharedSettings, log: Logger): RepeatedStep[] {
  const looks = {
    providers: () => settings.refresh(),
    "redaction rules": () => redaction.refresh(),
    imports: () => imports.refresh(),
  };
  return Object.entries(looks).map(([name, refresh]) => {
    const onFailure = (error: unknown) => log.warn({ err: error }, `changes of ${name} could not be read`);
    return new RepeatedStep(refresh, LOOK_MS, onFailure);
  });
}
