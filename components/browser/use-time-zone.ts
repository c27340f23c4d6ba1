"use client";

import { type TimeZone, writeTimesIn } from "@/lib/format/time-zone";
import { usePersonalChoice } from "./use-personal-choice";

const ZONES = ["utc", "local"] as const;

/** The zone of all times, as this user chose it last in this browser. Times that are drawn later are written in it. */
export function useTimeZone(): [TimeZone, (zone: TimeZone) => void] {
  const [zone, setZone] = usePersonalChoice<TimeZone>("heddle-time-zone", ZONES, "utc");
  writeTimesIn(zone);
  return [zone, setZone];
}
