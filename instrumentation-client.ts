import { currentBrowserHistory } from "@/lib/history/browser-history";

/** Next calls this when its router starts a navigation. */
export function onRouterTransitionStart(url: string, type: "push" | "replace" | "traverse"): void {
  currentBrowserHistory()?.startNavigation(url, type);
}
