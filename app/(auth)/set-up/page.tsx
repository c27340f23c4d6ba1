import type { Metadata } from "next";
import { SetUpView } from "./set-up-view";

export const metadata: Metadata = { title: "Set up", referrer: "no-referrer" };

export default function SetUpPage() {
  return <SetUpView />;
}
