/** Ends the session and shows the sign-in page. What it takes is loaded when somebody leaves. */
export async function signOutAndRedirect(): Promise<void> {
  const { signOut } = await import("next-auth/react");
  await signOut({ callbackUrl: "/sign-in" });
}
