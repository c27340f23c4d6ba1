import type { Handlers } from "@/service/handlers/handlers";
import { deleteChannelHandler } from "@/service/operations/watches/watch-channels-delete";
import { listDeliveriesHandler } from "@/service/operations/watches/watch-channels-deliveries";
import { listChannelsHandler } from "@/service/operations/watches/watch-channels-list";
import { replayDeliveryHandler } from "@/service/operations/watches/watch-channels-replay";
import { saveChannelHandler } from "@/service/operations/watches/watch-channels-save";
import { testChannelHandler } from "@/service/operations/watches/watch-channels-test";
import { acknowledgeWatchHandler } from "@/service/operations/watches/watches-acknowledge";
import { deleteWatchHandler } from "@/service/operations/watches/watches-delete";
import { listWatchesHandler } from "@/service/operations/watches/watches-list";
import { muteWatchHandler } from "@/service/operations/watches/watches-mute";
import { previewWatchHandler } from "@/service/operations/watches/watches-preview";
import { readWatchHandler } from "@/service/operations/watches/watches-read";
import { saveWatchHandler } from "@/service/operations/watches/watches-save";
import type { Watches } from "@/service/watches/watches";

/** The handlers of watches and their channels. */
export function watchHandlers(watches: Watches) {
  return {
    "watches.list": listWatchesHandler(watches),
    "watches.read": readWatchHandler(watches),
    "watches.preview": previewWatchHandler(watches),
    "watches.save": saveWatchHandler(watches),
    "watches.mute": muteWatchHandler(watches),
    "watches.acknowledge": acknowledgeWatchHandler(watches),
    "watches.delete": deleteWatchHandler(watches),
    "watchChannels.list": listChannelsHandler(watches),
    "watchChannels.save": saveChannelHandler(watches),
    "watchChannels.delete": deleteChannelHandler(watches),
    "watchChannels.test": testChannelHandler(watches),
    "watchChannels.deliveries": listDeliveriesHandler(watches),
    "watchChannels.replay": replayDeliveryHandler(watches),
  } satisfies Partial<Handlers>;
}
