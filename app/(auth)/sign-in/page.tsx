import type { Metadata } from "next";
import { SignInView } from "./sign-in-view";

export const metadata: Metadata = { title: "Sign in" };

type SearchParams = Promise<{ callbackUrl?: string | string[] }>;

export default async function SignInPage({ searchParams }: { searchParams: SearchParams }) {
  const { callbackUrl } = await searchParams;
  return <SignInView callbackUrl={typeof callbackUrl === "string" ? callbackUrl : "/"} />;
}
