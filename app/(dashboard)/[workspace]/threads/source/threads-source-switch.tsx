"use client";

import { SourceSwitch } from "@/components/source/source-switch";
import { countedInThreads, type ThreadsSource } from "./threads-source";

/** The switch of sources above the threads, with the number of calls in threads of each. */
export function ThreadsSourceSwitch({ source }: { source: ThreadsSource }) {
  const { choice, isByFilter, onChange } = source;
  return <SourceSwitch {...countedInThreads(source)} {...{ choice, isByFilter, onChange }} />;
}
