import type { Environment } from "@/lib/environment/environment";
import { AddressPolicy } from "@/lib/outgoing/address-policy";
import type { ServiceEnvironment } from "./service";
import { WebhookSender } from "./watches/channels/webhook-sender";
import type { WatchLink } from "./watches/judge-watch";
import { Watches } from "./watches/watches";

type Parts = Omit<ConstructorParameters<typeof Watches>[0], "sender" | "link">;

/** The address rules are those of connections. */
function policyOf(environment: ServiceEnvironment): AddressPolicy {
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

function linkTo(dashboardUrl: string | undefined): WatchLink {
  return (projectId, watchId) =>
    dashboardUrl === undefined ? null : `${dashboardUrl}/${projectId}/r/watch/${encodeURIComponent(watchId)}`;
}

/** Opens the watches of a service, which sends to permitted addresses only. */
export function openWatches(environment: ServiceEnvironment, parts: Parts): Watches {
  const sender = new WebhookSender(policyOf(environment));
  return new Watches({ ...parts, sender, link: linkTo(environment.HEDDLE_URL) });
}
