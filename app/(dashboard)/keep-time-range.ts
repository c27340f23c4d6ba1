import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { timeRangeParamsOf, timeRangeSearch } from "@/lib/filter/time-range";
import { TIME_COOKIE } from "@/lib/workspace/personal-cookies";

type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

const TIME_PARAMS = ["t", "from", "to"] as const;

/**
 * Redirects a visitor who opened a page without a time range to the range that they chose last. The address then says
 * what is shown; a relative range stays relative.
 */
export async function keepTimeRange(path: string, searchParams: SearchParams): Promise<void> {
  if (TIME_PARAMS.some((name) => searchParams[name] !== undefined)) return;
  const stored = (await cookies()).get(TIME_COOKIE)?.value ?? "";
  const chosen = timeRangeSearch(timeRangeParamsOf(stored));
  if (chosen === "") return;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(searchParams)) {
    for (const text of [value ?? []].flat()) search.append(name, text);
  }
  redirect(`${path}?${search.size > 0 ? `${search}&` : ""}${chosen}`);
}
