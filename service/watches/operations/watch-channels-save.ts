import { AddressNotAllowedError } from "@/lib/outgoing/address-policy";
import { ValidationError } from "@/service/kernel/errors/service-errors";
import type { Handler } from "@/service/traces/handlers/handler";
import type { Watches } from "@/service/watches/watches";

/** Creates a channel, or changes one. */
export function saveChannelHandler({ channels, sender }: Watches): Handler<"watchChannels.save"> {
  return ({ body }) => channels.save(body, (url) => requireAllowed(() => sender.check(url)));
}

/** @throws ValidationError that names the address */
function requireAllowed(check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof AddressNotAllowedError)) throw error;
    throw new ValidationError([{ loc: ["body", "url"], msg: error.message, type: "value_error" }]);
  }
}
