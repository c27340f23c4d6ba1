import { forgetUserData } from "./forget-user-data";

/**
 * Ends the session, removes what the user left in this browser, and shows the sign-in page. Its code loads only on
 * sign-out.
 */
export async function signOutAndRedirect(): Promise<void> {
  const { signOut } = await import("next-auth/react");
  await signOut({ redirect: false });
  await forgetUserData();
  window.location.assign("/sign-in");
}
