/** Ends the session and shows the sign-in page. Its code loads only on sign-out. */
export async function signOutAndRedirect(): Promise<void> {
  const { signOut } = await import("next-auth/react");
  await signOut({ callbackUrl: "/sign-in" });
}
