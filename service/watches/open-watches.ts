import type { Environment } from "@/lib/environment/environment";
import { AddressPolicy } from "@/lib/outgoing/address-policy";
import type { DiskReserve } from "@/service/traces/store/engine/disk-reserve";
import type { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";
import { BudgetWarnings } from "./budgets/budget-warnings";
import { Budgets } from "./budgets/budgets";
import { WebhookSender } from "./channels/webhook-sender";
import { DiskWarnings } from "./disk/disk-warnings";
import { MailSender, smtpSettings } from "./mail/mail-sender";
import type { WatchLink } from "./rules/watch-link";
import { runOfWatch } from "./runs/run-watch-records";
import { RunWatches } from "./runs/run-watches";
import type { WatchParts } from "./watch-parts";
import { Watches } from "./watches";

/** The variables that watches read. */
type WatchEnvironment = Partial<
  Pick<
    Environment,
    | "HEDDLE_CONNECTION_ALLOW"
    | "HEDDLE_CONNECTION_POLICY"
    | "HEDDLE_SMTP_FROM"
    | "HEDDLE_SMTP_URL"
    | "HEDDLE_URL"
    | "PORT"
    | "publicUrl"
  >
>;

type Parts = Omit<ConstructorParameters<typeof Watches>[0], "sender" | "mail" | "link" | "address" | "judgeOthers"> & {
  readonly runs: TrainingRuns;
  readonly reserve: DiskReserve | null;
};

/** The address rules are those of connections. */
function policyOf(environment: WatchEnvironment): AddressPolicy {
  const { PORT = 7700, HEDDLE_URL } = environment;
  return new AddressPolicy({
    HEDDLE_CONNECTION_POLICY: environment.HEDDLE_CONNECTION_POLICY ?? "self-hosted",
    HEDDLE_CONNECTION_ALLOW: environment.HEDDLE_CONNECTION_ALLOW ?? [],
    PORT,
    HEDDLE_URL,
    publicUrl: environment.publicUrl ?? `http://localhost:${PORT}`,
  } satisfies Pick<
    Environment,
    "HEDDLE_CONNECTION_POLICY" | "HEDDLE_CONNECTION_ALLOW" | "PORT" | "HEDDLE_URL" | "publicUrl"
  >);
}

type PageAddress = (projectId: string, path: string) => string | null;

function addressAt(dashboardUrl: string | undefined): PageAddress {
  return (projectId, path) => (dashboardUrl === undefined ? null : `${dashboardUrl}/${projectId}/${path}`);
}

function linkTo(address: PageAddress): WatchLink {
  return (projectId, watchId) => {
    const runId = runOfWatch(watchId);
    const rest = runId === null ? `watch/${encodeURIComponent(watchId)}` : `run/${encodeURIComponent(runId)}`;
    return address(projectId, `r/${rest}`);
  };
}

function mailOf({ HEDDLE_SMTP_URL: url, HEDDLE_SMTP_FROM: from }: WatchEnvironment): MailSender | null {
  return url === undefined || from === undefined ? null : new MailSender(smtpSettings(url, from));
}

/** Opens the watches of a service, which sends to permitted addresses only. */
export function openWatches(environment: WatchEnvironment, { runs, reserve, ...parts }: Parts): WatchParts {
  const sender = new WebhookSender(policyOf(environment));
  const address = addressAt(environment.HEDDLE_URL);
  const link = linkTo(address);
  const runWatches = new RunWatches({ state: parts.state, log: parts.log, runs, link });
  const warnings = new BudgetWarnings({ state: parts.state, services: parts.services, log: parts.log, address });
  const disk = new DiskWarnings({ state: parts.state, reserve, log: parts.log });
  const judgeOthers = async (nowMs: number, signal: AbortSignal) => {
    await disk.judge(nowMs);
    await runWatches.judge(nowMs, signal);
    await warnings.judge(nowMs, signal);
  };
  const mail = mailOf(environment);
  const watches = new Watches({ ...parts, sender, mail, link, address, judgeOthers });
  return { watches, runWatches, budgets: new Budgets(parts.state) };
}
