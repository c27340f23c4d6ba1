"use client";

import { LoadFailure, type LoadFailureProps } from "@/components/ui/load-failure";

/** Stands where the notice of deletions would be when its code did not load. */
export function DeletionNoticeFailure(props: LoadFailureProps) {
  return (
    <section
      aria-label="Deletions"
      className="fixed bottom-10 left-1/2 z-40 w-[420px] max-w-[calc(100vw-32px)] -translate-x-1/2 rounded-panel bg-surface shadow-pop max-md:bottom-16"
    >
      <LoadFailure {...props} />
    </section>
  );
}
