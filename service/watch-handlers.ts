import type { Handlers } from "@/service/handlers/handlers";
import { deleteSubscriptionHandler } from "@/service/operations/watches/event-subscriptions-delete";
import { listSubscriptionsHandler } from "@/service/operations/watches/event-subscriptions-list";
import { saveSubscriptionHandler } from "@/service/operations/watches/event-subscriptions-save";
import { testSubscriptionHandler } from "@/service/operations/watches/event-subscriptions-test";
import { acknowledgeRunWatchHandler } from "@/service/operations/watches/run-watches-acknowledge";
import { listRunWatchesHandler } from "@/service/operations/watches/run-watches-list";
import { readRunWatchHandler } from "@/service/operations/watches/run-watches-read";
import { saveRunWatchHandler } from "@/service/operations/watches/run-watches-save";
import { deleteChannelHandler } from "@/service/operations/watches/watch-channels-delete";
import { listDeliveriesHandler } from "@/service/operations/watches/watch-channels-deliveries";
import { listChannelsHandler } from "@/service/operations/watches/watch-channels-list";
import { replayDeliveryHandler } from "@/service/operations/watches/watch-channels-replay";
import { replayFailedHandler } from "@/service/operations/watches/watch-channels-replay-failed";
import { saveChannelHandler } from "@/service/operations/watches/watch-channels-save";
import { testChannelHandler } from "@/service/operations/watches/watch-channels-test";
import { acknowledgeWatchHandler } from "@/service/operations/watches/watches-acknowledge";
import { deleteWatchHandler } from "@/service/operations/watches/watches-delete";
import { listWatchesHandler } from "@/service/operations/watches/watches-list";
import { markReadHandler } from "@/service/operations/watches/watches-mark-read";
import { muteWatchHandler } from "@/service/operations/watches/watches-mute";
import { listNotificationsHandler } from "@/service/operations/watches/watches-notifications";
import { previewWatchHandler } from "@/service/operations/watches/watches-preview";
import { readWatchHandler } from "@/service/operations/watches/watches-read";
import { saveWatchHandler } from "@/service/operations/watches/watches-save";
import type { RunWatches } from "@/service/watches/runs/run-watches";
import type { Watches } from "@/service/watches/watches";

/** Watches of calls, with their channels, and of training runs. */
export interface WatchParts {
  readonly watches: Watches;
  readonly runWatches: RunWatches;
}

/** The handlers of watches and their channels. */
export function watchHandlers({ watches, runWatches }: WatchParts) {
  return {
    "runWatches.acknowledge": acknowledgeRunWatchHandler(runWatches),
    "runWatches.list": listRunWatchesHandler(runWatches),
    "runWatches.read": readRunWatchHandler(runWatches),
    "runWatches.save": saveRunWatchHandler(runWatches),
    "watches.list": listWatchesHandler(watches),
    "watches.notifications": listNotificationsHandler(watches),
    "watches.markRead": markReadHandler(watches),
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
    "watchChannels.replayFailed": replayFailedHandler(watches),
    "eventSubscriptions.list": listSubscriptionsHandler(watches),
    "eventSubscriptions.save": saveSubscriptionHandler(watches),
    "eventSubscriptions.test": testSubscriptionHandler(watches),
    "eventSubscriptions.delete": deleteSubscriptionHandler(watches),
  } satisfies Partial<Handlers>;
}
