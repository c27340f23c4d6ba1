import type { Metadata } from "next";
import { requireSession } from "@/app/(dashboard)/require-session";
import { LeaderboardView } from "./leaderboard-view";

export const metadata: Metadata = { title: "Leaderboards" };

export default async function LeaderboardPage({ params, searchParams }: PageProps<"/[workspace]/leaderboard">) {
  const { workspace } = await params;
  await requireSession(`/${workspace}/leaderboard`, await searchParams);
  return <LeaderboardView />;
}
