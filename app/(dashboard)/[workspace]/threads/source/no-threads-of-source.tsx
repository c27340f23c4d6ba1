"use client";

import type { ReactNode } from "react";
import { NoCallsOfSource } from "@/components/source/no-calls-of-source";
import { countedInThreads, type ThreadsSource } from "./threads-source";

/** The state where no turn is of the chosen source: the others are named with their calls in threads. */
export function NoThreadsOfSource({ source, children }: { source: ThreadsSource; children: ReactNode }) {
  const { choice, onChange } = source;
  return (
    <NoCallsOfSource {...countedInThreads(source)} {...{ choice, onChange }} things="threads" loading={null}>
      {children}
    </NoCallsOfSource>
  );
}
