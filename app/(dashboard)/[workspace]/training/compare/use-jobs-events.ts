"use client";

import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { followJob } from "@/lib/training/events/follow-job";
import { type FollowedJob, FollowerSet } from "./follower-set";

/** Returns the events of several jobs, live until each ends. Mount it with a key of the connection. */
export function useJobsEvents(
  connectionId: string,
  ids: readonly string[],
): { jobs: readonly FollowedJob[]; retry: (id: string) => void } {
  const [set] = useState(() => new FollowerSet((id) => followJob(connectionId, id)));
  // The external system is the service; the URL array is a new object on each render.
  const list = JSON.stringify(ids);
  useEffect(() => {
    set.follow(JSON.parse(list) as readonly string[]);
    return () => set.stop();
  }, [set, list]);
  const jobs = useStore(set);
  return { jobs, retry: (id) => set.retry(id) };
}
