import { storeTimeZone, type TimeZone } from "@/lib/format/time-zone";

/** Remembers the zone of times, and loads the page again, which writes all of them in it. */
export function chooseTimeZone(zone: TimeZone): void {
  storeTimeZone(zone);
  window.location.reload();
}
