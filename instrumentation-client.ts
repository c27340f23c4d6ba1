import { LateWrites } from "@/components/layout/late-writes";

const lateWrites = new LateWrites(window.history, () => window.location.href);

/** Next calls this when a navigation of its router begins. */
export function onRouterTransitionStart(url: string, type: "push" | "replace" | "traverse"): void {
  lateWrites.navigate(url, type);
}
