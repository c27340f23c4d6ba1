"use client";

import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { followJob } from "@/lib/training/events/follow-job";
import { type FollowedJob, FollowerSet } from "./follower-set";

/** The events of several jobs, live until the end of each. Mount it with a key of the connection. */
export function useJobsEvents(
  connectionId: string,
  ids: readonly string[],
): { jobs: readonly FollowedJob[]; retry: (id: string) => void } {
  const [set] = useState(() => new FollowerSet((id) => followJob(connectionId, id)));
  // The outside system is the service; an array of the address is another one at each render.
  const list = JSON.stringify(ids);
  useEffect(() => {
    set.follow(JSON.parse(list) as readonly string[]);
    return () => set.stop();
  }, [set, list]);
  const jobs = useStore(set);
  return { jobs, retry: (id) => set.retry(id) };
}
