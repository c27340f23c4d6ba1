import { dialogCode } from "@/components/dialog/dialog-code";
import { preloadMenu } from "@/components/ui/menu";
import { preloadPopover } from "@/components/ui/popover";
import { preloadToasts } from "@/components/ui/toast";
import { preloadTooltip } from "@/components/ui/tooltip";
import { operationRow } from "@/lib/api/client/operation-rows";

/** The lists that a press in the navigation opens. */
const NEXT_LISTS = ["calls.streamQuery", "threads.streamQuery", "cost.query"] as const;

/** Loads what opens on every page, and the code that checks the response of the next page. */
export function preloadCodeOfEveryPage(): void {
  for (const preload of [preloadMenu, preloadPopover, dialogCode.preload, preloadTooltip, preloadToasts])
    void preload();
  for (const id of NEXT_LISTS) operationRow(id).catch(() => undefined);
}
