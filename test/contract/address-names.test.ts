import { expect, it } from "vitest";
import { costsParams } from "@/app/(dashboard)/[workspace]/costs/search-params";
import { overviewParams } from "@/app/(dashboard)/[workspace]/overview/search-params";
import { threadsParams } from "@/app/(dashboard)/[workspace]/threads/search-params";
import { tracesParams } from "@/app/(dashboard)/[workspace]/traces/search-params";
import { timeRangeParams } from "@/components/address/use-time-range";

it.each(Object.entries({ overviewParams, costsParams, tracesParams, threadsParams }))(
  "%s has no name of the time range: a choice would change the range",
  (_, params) => {
    expect(Object.keys(params).filter((name) => name in timeRangeParams)).toEqual([]);
  },
);
