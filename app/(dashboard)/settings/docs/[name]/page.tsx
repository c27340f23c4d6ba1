import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireSession } from "@/app/(dashboard)/require-session";
import { readGuide } from "@/lib/api/server/answer/read-guide";
import { runningDashboard } from "@/lib/api/server/dashboard/dashboard";
import { guideHref, guideOf } from "@/lib/guide/guides";
import { withOwnAddresses } from "@/lib/guide/own-addresses";
import { GuideView } from "./guide-view";

type Props = PageProps<"/settings/docs/[name]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: guideOf((await params).name)?.label ?? "Documentation" };
}

export default async function GuidePage({ params }: Props) {
  const guide = guideOf((await params).name);
  if (guide === undefined) notFound();
  await requireSession(guideHref(guide.name));
  const { environment } = await runningDashboard();
  return <GuideView guide={guide} text={withOwnAddresses(await readGuide(guide), environment)} />;
}
