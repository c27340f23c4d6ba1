import { LateUrlWrites } from "@/lib/history/late-url-writes";

const lateWrites = new LateUrlWrites(window.history, () => window.location.href);

/** Next calls this when a navigation of its router begins. */
export function onRouterTransitionStart(url: string, type: "push" | "replace" | "traverse"): void {
  lateWrites.navigate(url, type);
}
