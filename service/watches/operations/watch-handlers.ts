import type { Handlers } from "@/service/traces/handlers/handlers";
import { deleteBudgetHandler } from "@/service/watches/operations/budgets-delete";
import { listBudgetsHandler } from "@/service/watches/operations/budgets-list";
import { saveBudgetHandler } from "@/service/watches/operations/budgets-save";
import { deleteSubscriptionHandler } from "@/service/watches/operations/event-subscriptions-delete";
import { listSubscriptionsHandler } from "@/service/watches/operations/event-subscriptions-list";
import { saveSubscriptionHandler } from "@/service/watches/operations/event-subscriptions-save";
import { testSubscriptionHandler } from "@/service/watches/operations/event-subscriptions-test";
import { acknowledgeRunWatchHandler } from "@/service/watches/operations/run-watches-acknowledge";
import { listRunWatchesHandler } from "@/service/watches/operations/run-watches-list";
import { readRunWatchHandler } from "@/service/watches/operations/run-watches-read";
import { saveRunWatchHandler } from "@/service/watches/operations/run-watches-save";
import { deleteChannelHandler } from "@/service/watches/operations/watch-channels-delete";
import { listDeliveriesHandler } from "@/service/watches/operations/watch-channels-deliveries";
import { listChannelsHandler } from "@/service/watches/operations/watch-channels-list";
import { replayDeliveryHandler } from "@/service/watches/operations/watch-channels-replay";
import { replayFailedHandler } from "@/service/watches/operations/watch-channels-replay-failed";
import { saveChannelHandler } from "@/service/watches/operations/watch-channels-save";
import { testChannelHandler } from "@/service/watches/operations/watch-channels-test";
import { acknowledgeWatchHandler } from "@/service/watches/operations/watches-acknowledge";
import { deleteWatchHandler } from "@/service/watches/operations/watches-delete";
import { listWatchesHandler } from "@/service/watches/operations/watches-list";
import { markReadHandler } from "@/service/watches/operations/watches-mark-read";
import { muteWatchHandler } from "@/service/watches/operations/watches-mute";
import { listNotificationsHandler } from "@/service/watches/operations/watches-notifications";
import { previewWatchHandler } from "@/service/watches/operations/watches-preview";
import { readWatchHandler } from "@/service/watches/operations/watches-read";
import { saveWatchHandler } from "@/service/watches/operations/watches-save";
import type { WatchParts } from "@/service/watches/watch-parts";

/** The handlers of watches, budgets and their channels. */
export function watchHandlers({ watches, runWatches, budgets }: WatchParts) {
  return {
    "budgets.list": listBudgetsHandler(budgets),
    "budgets.save": saveBudgetHandler(budgets),
    "budgets.delete": deleteBudgetHandler(budgets),
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
